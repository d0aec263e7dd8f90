// The worker of the page. The first message says what it is: "load", and then "start", make it the app,
// "solve" a second Python, which does the tasks of the first. It loads nothing but what config.json lists.
"use strict";

const HOME = "/puzzles"; // the folder of the player's files
const LOADED = /^py|\.(whl|bin)$/; // of what config.json lists
const LOCK = { info: { version: "0.27.7" }, packages: {} };
const LIBRARY = "/lib/python3.12", SITE = `${LIBRARY}/site-packages`;
const NOTHING = Uint8Array.of(80, 75, 5, 6, ...Array(18).fill(0)); // a zip without files
const network = fetch.bind(self);
delete WebAssembly.Suspending; // with it Pyodide loses some of its stack at each call (its issue 6249)
const MADE = "python"; // the browser's cache of what the first visit has made
const FILES = "files"; // and of what sw.js gives without a network
let files = {}; // name: promise of its bytes; of archives that the page packs, of what is packed
let memory = null; // a blob: Python's after the first imports; another begins from there in half of the time
const archives = {}; // name: where its files lie, and its bytes, or a blob that the browser holds
const TOPS = { "python.bin": LIBRARY, "app.bin": SITE }; // where they are laid
let show;
const shown = new Promise((done) => { show = done; }); // once there is a frame

function tell(kind, text = "", name = "") {
  if (kind === "said" || (kind === "write" && text.length > 200)) setTimeout(show, 300);
  postMessage(kind === "buttons" ? { kind, ...JSON.parse(text) } : { kind, text, data: text, name });
}

function load(config) {
  const names = Object.keys(config.files).filter((name) => LOADED.test(name) && !files[name] && !archives[name]);
  const all = names.reduce((sum, name) => sum + config.files[name].size, 0);
  let done = 0, said = "";
  const count = (bytes) => {
    done += bytes;
    const text = `The page loads Python: ${(done / 1e6).toFixed(1)} of ${(all / 1e6).toFixed(1)} MB`;
    if (text !== said) tell("loading", said = text);
  };
  for (const name of names) {
    files[name] = take(name, config.files[name], count);
    files[name].catch(() => {}); // told where it is awaited
  }
}

// A file that has its checksum, and is counted as it comes: a browser that is told the checksum gives
// nothing before all is there.
async function take(name, { url, integrity, size }, count) {
  const { subtle } = crypto; // only where the connection is safe
  const bytes = new Uint8Array(size);
  let at = 0, compiled = null;
  try {
    const response = await network(new URL(url, location.href), subtle ? {} : { integrity });
    if (!response.ok) return Promise.reject(new Error(`${name} is not there (${response.status}).`));
    if (name.endsWith(".wasm")) { // the browser keeps its machine code for the next visit, if it can
      compiled = WebAssembly.compileStreaming(response.clone());
      compiled.catch(() => {});
    }
    for (const reader = response.body.getReader();;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes.set(value, at);
      at += value.length;
      count(value.length);
    }
    const sum = subtle && new Uint8Array(await subtle.digest("SHA-256", bytes));
    if (at < size || (sum && integrity !== `sha256-${btoa(String.fromCharCode(...sum))}`)) throw new Error();
  } catch {
    throw new Error(`The network was lost, or ${name} is not what it should be.`);
  }
  const is = (end) => name.endsWith(end), zipped = new DecompressionStream("gzip");
  if (!is(".wasm") && !is(".bin")) return bytes.buffer;
  const made = await (is(".wasm") ? compiled.catch(() => WebAssembly.compile(bytes))
    : new Response(new Blob([bytes]).stream().pipeThrough(zipped)).arrayBuffer());
  free(bytes);
  return is(".wasm") ? made : new Uint8Array(made);
}

// Gives memory back now, as a message that nobody takes: the browser itself may wait for long.
function free(bytes) {
  const { port1, port2 } = new MessageChannel();
  if (bytes) port1.postMessage("", [bytes.buffer]);
  port1.close();
  port2.close();
}

self.fetch = async (url) => {
  const name = String(url.url ?? url).split("/").pop();
  if (name === "pyodide-lock.json") return new Response(JSON.stringify(LOCK));
  if (name === "python_stdlib.zip" && !files[name]) return new Response(NOTHING); // python.bin has it
  if (!(name in files)) throw new TypeError(`${name} is not part of the page`);
  return name.endsWith(".wasm") ? files[name] : new Response(await files[name]);
};

WebAssembly.instantiateStreaming = async (source, imports) => {
  const module = await source;
  return { module, instance: await WebAssembly.instantiate(module, imports) };
};

async function boot() {
  for (const name of ["pyodide.js", "pyodide.asm.js"]) {
    const script = URL.createObjectURL(new Blob([await files[name]], { type: "text/javascript" }));
    importScripts(script);
    URL.revokeObjectURL(script);
  }
  for (const name of Object.keys(TOPS)) if (files[name]) archives[name] ??= listed(TOPS[name], await files[name]);
  const fsInit = (FS) => lay(FS, archives["python.bin"]);
  const made = memory && new Uint8Array(await memory.arrayBuffer());
  const how = made ? { _loadSnapshot: made } : { _makeSnapshot: true };
  const python = await loadPyodide({ indexURL: location.href, lockFileURL: "pyodide-lock.json", args: ["-OO"], fsInit, ...how });
  free(made); // which Pyodide holds on to
  lay(python.FS, archives["app.bin"]); // Pyodide asks what is installed as it begins
  if (!memory) {
    python.runPython(`from puzzles.page.start import settle; settle("${HOME}")`);
    const made = python.makeMemorySnapshot(); // before machine code is loaded, which it cannot hold
    memory = new Blob([made]);
    free(made);
  }
  for (const name of Object.keys(files).filter((each) => each.endsWith(".whl"))) python.unpackArchive(await files[name], "wheel", { extractDir: SITE });
  // What the memory knows of files is out of date, and each visit has chances of its own.
  python.runPython("import importlib, random; importlib.invalidate_caches(); random.seed()");
  files = {};
  return python;
}

// An archive, a tar, whose files are to be laid into a folder: the place, begin and end of each.
function listed(top, bytes) {
  const places = [], text = (at, most) => new TextDecoder().decode(bytes.subarray(at, at + most)).split("\0")[0];
  for (let at = 0; bytes[at];) {
    const from = at + 512, to = from + parseInt(text(at + 124, 12), 8);
    places.push([[top, text(at + 345, 155), text(at, 100)].filter(Boolean).join("/"), from, to]);
    at = Math.ceil(to / 512) * 512;
  }
  return { places, bytes };
}

// Lays its files there, without a copy of them.
function lay(FS, archive) {
  let last = "";
  for (const [path, from, to] of archive?.places ?? []) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (folder !== last) FS.mkdirTree(last = folder);
    FS.writeFile(path, "");
    const { node } = FS.lookupPath(path);
    node.usedBytes = to - from;
    const read = () => new Uint8Array(new FileReaderSync().readAsArrayBuffer(archive.blob.slice(from, to)));
    Object.defineProperty(node, "contents", { get: () => archive.bytes?.subarray(from, to) ?? read() });
  }
}

// Has the browser hold the archives, of which Python reads little from now on.
function putAway() {
  for (const archive of Object.values(archives)) {
    archive.blob ??= new Blob([archive.bytes]);
    free(archive.bytes);
    archive.bytes = null;
  }
}

const named = (config) => `memory?${encodeURIComponent(Object.values(config.files).map((file) => file.integrity))}`;

async function recall(config) {
  try {
    const cache = await caches.open(MADE);
    memory = await (await cache.match(named(config))).blob();
  } catch { /* it is the first visit, or this browser keeps nothing here */ }
  return !!memory;
}

async function remember(config) {
  try {
    await caches.delete(MADE);
    const cache = await caches.open(MADE);
    await cache.put(named(config), new Response(memory));
  } catch { /* then the next visit begins as this one */ }
}

// Waits until no key has come for a while: what follows takes the worker's time from keys.
let pressed = 0; // when the last one came
async function idle() {
  while (Date.now() - pressed < 2000) await new Promise((done) => setTimeout(done, 500));
}

// Lays in what the page consists of, once all of it has come; the page that begins without a network
// comes last, and what is of an older one goes.
async function layIn(config) {
  try {
    const cache = await caches.open(FILES), page = await (await network("./")).text();
    if (!page.includes(config.files["page.js"].url)) return; // a newer one has come meanwhile
    const there = (await cache.keys()).map(({ url }) => url), wanted = [];
    for (const { url, integrity } of Object.values(config.files)) {
      wanted.push(new URL(url, location.href).href);
      await idle();
      if (!there.includes(wanted.at(-1))) await cache.put(wanted.at(-1), await network(wanted.at(-1), { integrity }));
    }
    await cache.put("config.json", new Response(JSON.stringify(config)));
    await cache.put("./", new Response(page, { headers: { "Content-Type": "text/html" } }));
    wanted.push(...["config.json", "./"].map((url) => new URL(url, location.href).href));
    for (const url of there.filter((each) => !wanted.includes(each))) await cache.delete(url);
  } catch { /* the network was lost, or this browser keeps nothing here: the next visit tries again */ }
}

const within = (time, promise) => Promise.race([promise, new Promise((_, fail) => setTimeout(fail, time))]);

// Python, as config.json lists its parts: from the memory that was made at the first visit, if it can be.
async function wake(config) {
  load(config);
  const recalled = !!memory || await recall(config);
  const module = files["pyodide.asm.wasm"];
  const python = await boot().catch((error) => {
    if (!recalled) throw error;
    memory = null;
    return boot();
  });
  return { python, recalled, module };
}

async function play({ width, height, hash, dark, lock, address, ear, touch, framed }) {
  const { config } = begun, { python, recalled, module } = await begun.woken;
  tell("loading", "The page starts the app.");
  const { FS } = python;
  const sync = (populate) => new Promise((ok, fail) => FS.syncfs(populate, (error) => (error ? fail(error) : ok())));
  let keep = null;
  FS.mkdirTree(HOME);
  try {
    FS.mount(FS.filesystems.IDBFS, {}, HOME);
    await within(framed ? 8000 : 60000, sync(true)); // in some frames the browser never answers
    if (lock) keep = () => sync(false);
    else tell("notice", "This app is open in another tab. What you play in this one is not stored. To play on here, close that one and reload.");
  } catch (error) {
    tell("notice", "This browser stores nothing here. What you play is lost when you close the page.");
  }
  const room = python.pyimport("puzzles.page.start");
  shown.then(async () => {
    pressed = Date.now();
    await idle();
    if (!recalled) await remember(config);
    memory = null;
    await idle();
    putAway();
    await layIn(config);
  });
  if (ear) return room.listen(tell, keep, hash.slice(1));
  const spawn = (heard) => {
    const hear = heard.copy();
    const worker = new Worker(location.href);
    worker.onmessage = ({ data }) => data.kind === "event" && hear(data.text, data.name);
    worker.onerror = () => hear("");
    putAway();
    const told = module.then((compiled) => worker.postMessage({ kind: "solve", config, compiled, archives, made: memory }));
    return { send: (line) => told.then(() => worker.postMessage({ kind: "line", line })), end: () => worker.terminate() };
  };
  return room.start(tell, spawn, keep, hash.slice(1), address, dark, touch, [width, height]);
}

async function solve({ config, compiled, archives: held, made }) {
  memory = made;
  Object.assign(archives, held);
  files["pyodide.asm.wasm"] = Promise.resolve(compiled);
  const { python } = await wake(config);
  memory = null;
  const room = python.pyimport("puzzles.page.start");
  return room.Solver((line) => tell("event", line, python._module.HEAP8.length));
}

// What failed: after a traceback, the line with the name of the error, not advice that follows it.
function reason(error) {
  const lines = `${error.message ?? error}`.trim().split("\n");
  return lines.findLast((line) => error.type && line.split(":")[0].endsWith(error.type)) ?? lines[0];
}

let begun = null; // what "load" has begun
let assume;
const role = new Promise((done) => { assume = done; }); // of what takes the messages
self.onmessage = async ({ data }) => {
  if (data.kind === "load") {
    begun = { config: data.config, woken: wake(data.config) };
    begun.woken.catch(() => {}); // told where it is awaited
    return;
  }
  try {
    if (data.kind === "start") assume(play(data));
    else if (data.kind === "solve") assume(solve(data));
    const app = await role;
    if (data.kind === "input") pressed = Date.now();
    if (data.kind === "input") app.feed(data.data);
    else if (data.kind === "resize") app.resize(data.width, data.height);
    else if (data.kind === "open") app.follow(data.hash.slice(1));
    else if (data.kind === "export") app.export();
    else if (data.kind === "import") app.take_over(data.text);
    else if (data.kind === "line") app.hear(data.line);
  } catch (error) {
    console.error(error);
    if (data.kind === "start") tell("failed", `The page could not be loaded. ${reason(error)}`);
    else if (data.kind === "solve") tell("event", "");
    else setTimeout(() => { throw error; }); // out of all that is awaited, so that the page is told
  }
};
