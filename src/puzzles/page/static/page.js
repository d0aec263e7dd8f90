// The front of the page: a terminal in which the app of worker.js is seen, and what only a page can
// do: clipboard, files, fingers. Whatever is told is text, never markup.
"use strict";

const LEAST = [60, 24]; // columns and rows that there is always room for
const NARROW = [40, 17]; // and on phones
const LARGEST = 16; // pixels of a character's height
const ADVANCE = 0.605; // the width of a character by its height, in the widest of the fonts
const FONTS = 'ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace';
const LONGEST = 200; // characters of an ID, from its end, that its picture is called by
const OWN = document.currentScript.src;
const LOST = "The page could not be loaded, because the network was lost. Reload it.";
const DIED = "An error has stopped the game. Your moves are saved. Reload the page to go on.";

const $ = (id) => document.getElementById(id);
const dark = !matchMedia("(prefers-color-scheme: light)").matches;
const ear = location.search === "?ear"; // a game in lines of text
const TONES = { fold: [330, 220], snap: [880], chord: [523, 659, 784, 1047] }; // in hertz
let audio = null;
let term, fit, worker, ended = false, drag = true;

const send = (message) => worker && !ended && worker.postMessage(message);
const input = (data) => send({ kind: "input", data });

function say(text) {
  $("told").textContent = text;
  $("over").hidden = false;
}

function fail(text, report) {
  if (ended) return;
  ended = true;
  say(text);
  offer("cause", report);
  $("reload").hidden = false;
  $("reload").focus();
  worker?.terminate();
}

function notice(text, report) {
  $("notice").textContent = text;
  $("notice").hidden = !text;
  offer("report", report);
}

// A button that copies the report of a fault, if there is one.
function offer(button, report) {
  $(button).hidden = !report;
  $(button).textContent = "Copy the report";
  $(button).onclick = () => copy(report).then(() => { $(button).textContent = "Copied"; });
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    notice(`The browser does not let this page copy. This is the text: ${text}`);
  }
}

function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

const touch = matchMedia("(pointer: coarse)").matches;

function buttons(place, keys) {
  $(place).replaceChildren(...keys.map(([label, key, ground = "", ink = "", name = null]) => {
    const button = document.createElement("button");
    [button.textContent, button.ariaLabel] = [label, name];
    [button.style.background, button.style.color] = [ground, ink];
    button.onclick = () => input(key);
    return button;
  }));
}

// Sound, once it is asked for: tones that fade.
function sound(tones) {
  tones.forEach((frequency, number) => {
    const begin = audio.currentTime + number * 0.07;
    const tone = new OscillatorNode(audio, { frequency }), loudness = new GainNode(audio);
    loudness.gain.setValueAtTime(0.15, begin);
    loudness.gain.exponentialRampToValueAtTime(0.001, begin + 0.3);
    tone.connect(loudness).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 0.3);
  });
}

function silence() {
  audio?.close();
  audio = audio ? null : new AudioContext();
  $("sound").ariaPressed = !!audio;
}

const heard = {
  loading: ({ text }) => say(text),
  write: ({ data }) => {
    if (data.length > 200 && !$("over").hidden) { // a frame: what comes before it sets modes
      $("over").hidden = true;
      navigator.serviceWorker?.register("sw.js").catch(() => {}); // then it plays with a network alone
    }
    term.write(data);
  },
  said: ({ text }) => hear(text),
  title: ({ text }) => { document.title = text; },
  notice: ({ text }) => notice(text),
  sound: ({ text }) => audio && sound(TONES[text]),
  failed: ({ text, name }) => fail(text, name),
  fault: ({ text, name }) => notice(text, name),
  copy: ({ text }) => copy(text),
  download: ({ name, text }) => download(name, text),
  buttons: (message) => {
    buttons("keys", message.keys);
    buttons("colours", message.colours);
    if (drag !== message.drag) [drag, spread] = [message.drag, 1];
    place();
  },
};

// Loading -----------------------------------------------------------------------------------

// The board of the link, or of today, as it was drawn when the page was built. Of other boards there
// is no picture.
function preview() {
  const link = location.hash.slice(1);
  const named = /^\w+\.\d[a-z][\w-]+$/.test(link);
  if (link && link !== "daily" && !named) return;
  const today = new Date().toLocaleDateString("sv"); // the year comes first in Sweden
  $("picture").onload = () => { $("board").hidden = false; };
  $("picture").alt = named ? "The board of this link" : "The board of today";
  $("caption").textContent = named ? "" : "Puzzle of the day";
  $("picture").src = `boards/${named ? link.slice(-LONGEST) : today}.svg`;
}

const unlike = (name) => new Error(`The network was lost, or ${name} is not what it should be.`);

function load(name, { url, integrity }) {
  return new Promise((done, failed) => {
    const style = name.endsWith(".css");
    const part = document.createElement(style ? "link" : "script");
    Object.assign(part, style ? { rel: "stylesheet", href: url } : { src: url, async: false });
    if (integrity) Object.assign(part, { integrity, crossOrigin: "anonymous" });
    part.onload = done;
    part.onerror = () => failed(unlike(name));
    document.head.append(part);
  });
}

function open() {
  term = new Terminal({
    fontFamily: FONTS, scrollback: 0, customGlyphs: true, macOptionIsMeta: true,
    theme: { background: dark ? "#1c1916" : "#e6dcc8", foreground: dark ? "#efe6d5" : "#2b2620" },
  });
  fit = new FitAddon.FitAddon();
  term.loadAddon(fit);
  resize();
  term.open($("terminal"));
  try {
    const drawn = new WebglAddon.WebglAddon();
    drawn.onContextLoss(() => drawn.dispose());
    term.loadAddon(drawn);
  } catch { /* without WebGL the terminal draws with the page's own elements */ }
  term.parser.registerOscHandler(52, (data) => {
    const bytes = Uint8Array.from(atob(data.split(";")[1]), (c) => c.charCodeAt(0));
    copy(new TextDecoder().decode(bytes));
    return true;
  });
  term.attachCustomKeyEventHandler(
    // The browser's own: to reload, to paste, and so on.
    (key) => !(["F5", "F11", "F12"].includes(key.key) || (key.ctrlKey && "rv".includes(key.key.toLowerCase()))));
  term.onData(input);
  term.onBinary(input);
  new ResizeObserver(resize).observe($("terminal"));
  resize();
  if (window === top) term.focus();
}

function resize() {
  const { clientWidth: width, clientHeight: height } = $("terminal");
  const [columns, rows] = touch && width < 700 ? NARROW : LEAST;
  const size = Math.min(LARGEST, width / columns / ADVANCE, height / rows / 1.2);
  term.options.fontSize = Math.max(4, Math.floor(size * 4) / 4);
  fit.fit();
  place();
}

// By ear: what is typed, and what is said to it, in a place whose changes are read aloud.
function hear(text) {
  $("over").hidden = true;
  const part = document.createElement("pre");
  part.textContent = text.trim();
  $("said").append(part);
  part.scrollIntoView();
}

function listen() {
  $("terminal").hidden = document.querySelector("nav").hidden = true;
  $("ear").hidden = false;
  $("asks").onsubmit = (event) => {
    event.preventDefault();
    hear(`> ${$("line").value}`);
    input($("line").value.trim());
    $("line").value = "";
  };
  $("line").focus();
}

function start(lock) {
  const { origin, pathname, hash } = location;
  const { cols: width, rows: height } = term ?? {};
  const address = origin + pathname, framed = window !== top;
  send({ kind: "start", width, height, hash, dark, lock, address, ear, touch, framed });
  term?.onResize(({ cols, rows }) => send({ kind: "resize", width: cols, height: rows }));
  addEventListener("hashchange", () => (ear ? location.reload() : send({ kind: "open", hash: location.hash })));
}

// One tab saves: it holds a lock for as long as it is open. A page that was just reloaded waits
// until the one before it is gone; where no other has the lock, it comes, however busy the machine.
async function locked(then) {
  if (!navigator.locks) return then(true);
  const hold = () => {
    then(true);
    return new Promise(() => {});
  };
  const { held } = await navigator.locks.query();
  const wait = held.some(({ name }) => name === "puzzles") ? { signal: AbortSignal.timeout(2000) } : {};
  navigator.locks.request("puzzles", wait, hold)
    .catch((error) => then(error.name !== "TimeoutError"));
}

async function begin() {
  if (typeof WebAssembly !== "object" || typeof Worker !== "function") {
    return fail("This browser has no WebAssembly, which the game needs.");
  }
  try {
    const config = await fetch("config.json", { cache: "no-cache" }).then((answer) => answer.json())
      .catch(() => { throw unlike("config.json"); });
    if (!OWN.endsWith(config.files["page.js"].url)) throw new Error("It has been renewed. Reload it.");
    worker = new Worker(config.files["worker.js"].url);
    worker.onmessage = ({ data }) => ended || heard[data.kind]?.(data);
    worker.onerror = (event) => fail(event.message ? DIED : LOST);
    send({ kind: "load", config });
    const parts = ["xterm.css", "xterm.js", "addon-fit.js", "addon-webgl.js"];
    if (ear) listen();
    else await Promise.all(parts.map((name) => load(name, config.files[name]))).then(open);
    locked(start);
  } catch (error) {
    console.error(error);
    fail(`The page could not be loaded. ${error.message}`);
  }
}

// Fingers: one is the pointer, once it has moved for a moment or is lifted; where there is no board it
// turns the wheel. Two spread and move what is seen, or turn the wheel; they press nothing.

const MOMENT = 80; // milliseconds in which a second finger may come
const WIDEST = 4; // times that what is seen can be spread
let spread = 1, shift = [0, 0];

function place() {
  const { clientWidth: width, clientHeight: height } = $("terminal");
  const within = (value, room) => Math.max(room * (1 - spread), Math.min(0, value));
  shift = [within(shift[0], width), within(shift[1], height)];
  if (term?.element) term.element.style.transform = `translate(${shift[0]}px, ${shift[1]}px) scale(${spread})`;
}

function fingers(area) {
  let at = null, path = [], down = false, began = 0, hold = null;
  const cell = (touch) => {
    const box = area.querySelector(".xterm-screen").getBoundingClientRect();
    const place = (value, from, room, count) =>
      Math.min(count, Math.max(1, 1 + Math.floor(((value - from) / room) * count)));
    return [place(touch.clientX, box.left, box.width, term.cols),
            place(touch.clientY, box.top, box.height, term.rows)];
  };
  const report = (button, [x, y], end = "M") => input(`\x1b[<${button};${x};${y}${end}`);
  const press = () => {
    for (const each of path) {
      report(down ? 32 : 0, each);
      down = true;
    }
    path = [];
  };
  const lift = () => {
    if (down) report(0, at, "m");
    [path, down] = [[], false];
  };
  const turn = (next) => {
    for (let y = at[1]; y !== next[1]; y += Math.sign(next[1] - y)) report(next[1] < y ? 65 : 64, next);
  };
  const grip = ([{ clientX: x, clientY: y }, other]) => {
    const { left, top } = area.getBoundingClientRect();
    return { x: (x + other.clientX) / 2 - left, y: (y + other.clientY) / 2 - top,
             apart: Math.hypot(x - other.clientX, y - other.clientY) };
  };
  const pull = (next) => {
    const before = spread, wanted = (hold.spread * next.apart) / hold.apart;
    spread = wanted < 1.1 ? 1 : Math.min(WIDEST, wanted);
    shift = [next.x - ((hold.x - shift[0]) * spread) / before, next.y - ((hold.y - shift[1]) * spread) / before];
    [hold.x, hold.y] = [next.x, next.y];
    place();
  };
  area.addEventListener("touchstart", (event) => {
    event.preventDefault(); // or the browser makes clicks of it, too, and shows its keyboard
    at = cell(event.touches[0]);
    if (event.touches.length > 1) {
      lift();
      hold = { ...grip(event.touches), spread };
    } else [path, began] = [[at], event.timeStamp];
  }, { passive: false });
  area.addEventListener("touchmove", (event) => {
    event.preventDefault();
    if (!at || (hold && event.touches.length < 2)) return;
    if (hold) pull(grip(event.touches));
    const next = cell(event.touches[0]);
    if (String(next) === String(at)) return;
    if (hold ? spread === 1 : !drag) turn(next);
    if (!hold && drag) path.push(next);
    else path = [];
    at = next;
    if (event.timeStamp - began > MOMENT) press();
  }, { passive: false });
  const leave = (event) => {
    event.preventDefault();
    if (event.touches.length) return;
    press();
    lift();
    hold = null;
  };
  area.addEventListener("touchend", leave, { passive: false });
  area.addEventListener("touchcancel", leave, { passive: false });
}

// What is around the terminal ------------------------------------------------------------------

async function read(file) {
  if (file) send({ kind: "import", text: await file.text() });
}

if (!ear) preview();
fingers($("terminal"));
document.body.classList.toggle("touch", touch);
$("reload").onclick = () => location.reload();
$("notice").onclick = () => getSelection().isCollapsed && notice("");
$("typing").onclick = () => term?.focus();
$("export").onclick = () => send({ kind: "export" });
$("sound").onclick = silence;
$("byear").onclick = () => { location.href = `?ear${location.hash}`; };
$("import").onclick = () => $("file").click();
$("file").onchange = () => read($("file").files[0]).then(() => { $("file").value = ""; });
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  read(event.dataTransfer.files[0]);
});
begin();
