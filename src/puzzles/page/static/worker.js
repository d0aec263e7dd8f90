// The worker of the page. The first message says what it is: "start" makes it the app, "solve" a
// second Python, which does the tasks of the first. It loads nothing but what config.json lists.
"use strict";

const HOME = "/puzzles"; // the folder of the player's files
const CORE = ["pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip"];
const LOCK = { info: { arch: "wasm32", platform: "emscripten_3_1_58", version: "0.27.7", python: "3.12.7" }, packages: {} };
const tell = (kind, text = "", name = "") =>
  postMessage(kind === "buttons" ? { kind, ...JSON.parse(text) } : { kind, text, data: text, name });
const network = fetch.bind(self);
const MEMORIES = "python"; // the browser's cache of Python's memory once it has begun
const EARLY = "import calendar, colorsys, csv, ctypes, dataclasses, decimal, difflib, fractions, gzip, html, json, " +
  "concurrent.futures.thread, importlib.metadata, mimetypes, pickle, platform, queue, tarfile, uuid";
let files = {}; // name: promise of its bytes
let memory = null; // Python's memory, from which another Python begins in a fifth of the time

function load(config) {
  const names = Object.keys(config.files).filter((name) => CORE.includes(name) || /\.(whl|bin)$/.test(name));
  const all = names.reduce((sum, name) => sum + config.files[name].size, 0);
  let done = 0;
  const say = () => tell("loading", `The page loads Python: ${(done / 1e6).toFixed(0)} of ${(all / 1e6).toFixed(0)} MB`);
  say();
  for (const name of names) {
    const { url, integrity, size } = config.files[name];
    const lost = () => { throw new Error("The network was lost, or a file is not what it should be."); };
    files[name] = network(new URL(url, location.href), { integrity }).catch(lost).then(async (response) => {
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      const made = name.endsWith(".wasm") ? await WebAssembly.compileStreaming(typed(response)) : await response.arrayBuffer();
      done += size;
      say();
      return made;
    });
    files[name].catch(() => {}); // told where it is awaited
  }
}

function typed(response) { // some hosts do not know what .wasm is
  if (response.headers.get("Content-Type") === "application/wasm") return response;
  return new Response(response.body, { headers: { "Content-Type": "application/wasm" } });
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
  const how = { indexURL: location.href, lockFileURL: "pyodide-lock.json" };
  const begin = async (from) => loadPyodide({ ...how, ...(from ? { _loadSnapshot: from } : { _makeSnapshot: true }) });
  const python = await begin(memory).catch(() => begin((memory = null)));
  if (!memory) {
    python.runPython(EARLY);
    memory = python.makeMemorySnapshot();
  }
  python.runPython("import random; random.seed()"); // or each visit has the same chances
  for (const name of Object.keys(files).filter((each) => !CORE.includes(each))) {
    python.unpackArchive(await files[name], name.endsWith(".whl") ? "wheel" : "gztar", { extractDir: "/lib/python3.12/site-packages" });
  }
  return python;
}

const named = (config) => `memory?${encodeURIComponent(CORE.map((name) => config.files[name].integrity) + EARLY)}`;

async function recall(config) {
  try {
    const found = await (await caches.open(MEMORIES)).match(named(config));
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  } catch {
    return null; // this browser stores nothing here
  }
}

async function remember(config) {
  try {
    await caches.delete(MEMORIES);
    await (await caches.open(MEMORIES)).put(named(config), new Response(memory));
  } catch { /* then the next visit begins as this one */ }
}

async function play({ config, width, height, hash, dark, lock, address }) {
  load(config);
  const recalled = (memory = await recall(config));
  const python = await boot();
  if (memory !== recalled) setTimeout(remember, 5000, config); // once the app is there
  tell("loading", "The page starts the app.");
  const { FS } = python;
  const sync = (populate) => new Promise((ok, fail) => FS.syncfs(populate, (error) => (error ? fail(error) : ok())));
  let keep = null;
  FS.mkdirTree(HOME);
  try {
    FS.mount(FS.filesystems.IDBFS, {}, HOME);
    await sync(true);
    if (lock) keep = () => sync(false);
    else tell("notice", "This app is open in another tab. What you play in this one is not stored.");
  } catch (error) {
    tell("notice", "This browser stores nothing here. What you play is lost when you close the page.");
  }
  const room = python.pyimport("puzzles.page.start");
  room.settle(HOME);
  const kept = {};
  for (const name in files) kept[name] = await files[name];
  const spawn = (heard) => {
    const hear = heard.copy();
    const worker = new Worker(location.href);
    worker.onmessage = ({ data }) => hear(data.text);
    worker.onerror = () => hear("");
    worker.postMessage({ kind: "solve", kept, memory });
    return { send: (line) => worker.postMessage({ kind: "line", line }), end: () => worker.terminate() };
  };
  return room.start(tell, spawn, keep, hash.slice(1), address, dark, width, height);
}

async function solve({ kept, memory: recalled }) {
  memory = recalled;
  files = Object.fromEntries(Object.entries(kept).map(([name, made]) => [name, Promise.resolve(made)]));
  const python = await boot();
  const room = python.pyimport("puzzles.page.start");
  room.settle(HOME);
  return room.solver((line) => tell("event", line));
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
    if (data.kind === "start") tell("failed", `The page could not be loaded. ${`${error.message ?? error}`.trim().split("\n").pop()}`);
    else if (data.kind === "solve") tell("event", "");
    else throw error;
  }
};
