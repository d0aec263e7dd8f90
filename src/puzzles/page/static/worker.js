// The worker of the page. The first message says what it is: "start" makes it the app, "solve" a
// second Python, which does the tasks of the first. It loads nothing but what config.json lists.
"use strict";

const HOME = "/puzzles"; // the folder of the player's files
const CORE = ["pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip"];
const LOCK = { info: { arch: "wasm32", platform: "emscripten_3_1_58", version: "0.27.7", python: "3.12.7" }, packages: {} };
const ARCHIVE = /\.(whl|bin)$/;
const SITE = "/lib/python3.12/site-packages";
const network = fetch.bind(self);
const MADE = "python"; // the browser's cache of what the first visit has made
const FILES = "files"; // and of what sw.js gives without a network
let files = {}; // name: promise of its bytes
let memory = null; // Python's, once it has begun: another begins from there in a fifth of the time
let made = null; // the same memory, with all files of SITE as they are after the first imports
let show;
const shown = new Promise((done) => { show = done; }); // once there is a frame

function tell(kind, text = "", name = "") {
  if (kind === "said" || (kind === "write" && text.length > 200)) setTimeout(show, 300);
  postMessage(kind === "buttons" ? { kind, ...JSON.parse(text) } : { kind, text, data: text, name });
}

function load(config, wanted) {
  const names = Object.keys(config.files).filter(wanted);
  const all = names.reduce((sum, name) => sum + config.files[name].size, 0);
  let done = 0, said = "";
  const count = (bytes) => {
    done += bytes;
    const text = `The page loads Python: ${(done / 1e6).toFixed(1)} of ${(all / 1e6).toFixed(1)} MB`;
    if (text !== said) tell("loading", said = text);
  };
  count(0);
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
  let at = 0;
  try {
    const response = await network(new URL(url, location.href), subtle ? {} : { integrity });
    if (!response.ok) return Promise.reject(new Error(`${name} is not there (${response.status}).`));
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
  return name.endsWith(".wasm") ? WebAssembly.compile(bytes) : bytes.buffer;
}

self.fetch = async (url) => {
  const name = String(url.url ?? url).split("/").pop();
  if (name === "pyodide-lock.json") return new Response(JSON.stringify(LOCK));
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
  const how = made ? { _loadSnapshot: made.memory } : { _makeSnapshot: true };
  const python = await loadPyodide({ indexURL: location.href, lockFileURL: "pyodide-lock.json", ...how });
  if (made) spread(python.FS);
  else {
    const unpack = async (end, kind) => {
      for (const name of Object.keys(files).filter((each) => each.endsWith(end))) {
        python.unpackArchive(await files[name], kind, { extractDir: SITE });
      }
    };
    await unpack(".bin", "gztar");
    python.runPython(`from puzzles.page.start import settle; settle("${HOME}")`);
    memory = python.makeMemorySnapshot(); // before machine code is loaded, which it cannot hold
    await unpack(".whl", "wheel");
  }
  // What the memory knows of files is out of date, and each visit has chances of its own.
  python.runPython("import importlib, random; importlib.invalidate_caches(); random.seed()");
  return python;
}

function collect(FS) {
  const index = [], parts = [];
  let at = 0;
  const walk = (folder) => {
    for (const name of FS.readdir(folder).filter((each) => !each.startsWith("."))) {
      const path = `${folder}/${name}`, { mode, mtime } = FS.stat(path);
      if (FS.isDir(mode)) walk(path);
      else {
        parts.push(FS.readFile(path));
        index.push([path, at, at += parts.at(-1).length, +mtime]);
      }
    }
  };
  walk(SITE);
  const data = new Uint8Array(at);
  parts.forEach((part, number) => data.set(part, index[number][1]));
  return { memory, index, data };
}

function spread(FS) {
  for (const [path, start, end, mtime] of made.index) {
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, made.data.subarray(start, end), { canOwn: true });
    FS.utime(path, mtime, mtime);
  }
}

const named = (part, config) => `${part}?${encodeURIComponent(Object.values(config.files).map((file) => file.integrity))}`;

async function recall(config) {
  try {
    const cache = await caches.open(MADE);
    const take = async (part) => (await cache.match(named(part, config))).arrayBuffer();
    const [kept, index, data] = await Promise.all(["memory", "index", "data"].map(take));
    return { memory: new Uint8Array(kept), index: JSON.parse(new TextDecoder().decode(index)), data: new Uint8Array(data) };
  } catch {
    return null; // it is the first visit, or this browser keeps nothing here
  }
}

async function remember(config) {
  try {
    await caches.delete(MADE);
    const cache = await caches.open(MADE);
    const parts = { memory: made.memory, index: JSON.stringify(made.index), data: made.data };
    for (const part in parts) await cache.put(named(part, config), new Response(parts[part]));
  } catch { /* then the next visit begins as this one */ }
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
      if (!there.includes(wanted.at(-1))) await cache.put(wanted.at(-1), await network(wanted.at(-1), { integrity }));
    }
    await cache.put("config.json", new Response(JSON.stringify(config)));
    await cache.put("./", new Response(page, { headers: { "Content-Type": "text/html" } }));
    wanted.push(...["config.json", "./"].map((url) => new URL(url, location.href).href));
    for (const url of there.filter((each) => !wanted.includes(each))) await cache.delete(url);
  } catch { /* the network was lost, or this browser keeps nothing here: the next visit tries again */ }
}

const soon = (promise) => Promise.race([promise, new Promise((_, fail) => setTimeout(fail, 8000))]);

async function play({ config, width, height, hash, dark, lock, address, ear }) {
  made = await recall(config);
  load(config, (name) => CORE.includes(name) || (!made && ARCHIVE.test(name)));
  const python = await boot().catch((error) => {
    if (!made) throw error;
    made = null;
    load(config, (name) => ARCHIVE.test(name));
    return boot();
  });
  tell("loading", "The page starts the app.");
  const { FS } = python;
  const sync = (populate) => new Promise((ok, fail) => FS.syncfs(populate, (error) => (error ? fail(error) : ok())));
  let keep = null;
  FS.mkdirTree(HOME);
  try {
    FS.mount(FS.filesystems.IDBFS, {}, HOME);
    await soon(sync(true)); // in some frames the browser never answers
    if (lock) keep = () => sync(false);
    else tell("notice", "This app is open in another tab. What you play in this one is not stored.");
  } catch (error) {
    tell("notice", "This browser stores nothing here. What you play is lost when you close the page.");
  }
  const room = python.pyimport("puzzles.page.start");
  room.settle(HOME);
  const kept = {};
  for (const name of CORE) kept[name] = await files[name];
  shown.then(() => {
    const fresh = !made;
    if (fresh) made = collect(FS);
    setTimeout(() => layIn(config).then(() => fresh && remember(config)), 3000);
  });
  if (ear) return room.listen(tell, keep, hash.slice(1));
  const spawn = (heard) => {
    const hear = heard.copy();
    const worker = new Worker(location.href);
    worker.onmessage = ({ data }) => hear(data.text);
    worker.onerror = () => hear("");
    const begun = shown.then(() => worker.postMessage({ kind: "solve", kept, made }));
    return { send: (line) => begun.then(() => worker.postMessage({ kind: "line", line })), end: () => worker.terminate() };
  };
  return room.start(tell, spawn, keep, hash.slice(1), address, dark, [width, height]);
}

async function solve({ kept, made: before }) {
  made = before;
  files = Object.fromEntries(Object.entries(kept).map(([name, made]) => [name, Promise.resolve(made)]));
  const python = await boot();
  const room = python.pyimport("puzzles.page.start");
  room.settle(HOME);
  return room.Solver((line) => tell("event", line));
}

// What failed: after a traceback, the line with the name of the error, not advice that follows it.
function reason(error) {
  const lines = `${error.message ?? error}`.trim().split("\n");
  return lines.findLast((line) => error.type && line.split(":")[0].endsWith(error.type)) ?? lines[0];
}

let role = null; // promise of what takes the messages
self.onmessage = async ({ data }) => {
  try {
    if (data.kind === "start") role = play(data);
    else if (data.kind === "solve") role = solve(data);
    const app = await role;
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
    else throw error;
  }
};
