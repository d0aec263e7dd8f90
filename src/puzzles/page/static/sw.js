// Keeps the page for a visit without a network. The page itself and config.json come from the network
// as long as there is one; all else has its checksum in its address, or its version, and never changes.
// What is kept, worker.js has laid in when all of it had come.
"use strict";

const INDEX = new URL("./", location).pathname;
const FIRST = [INDEX, `${INDEX}index.html`, `${INDEX}config.json`];

async function newest(url, path) {
  try {
    const answer = await fetch(url, { cache: "no-cache" });
    if (answer.ok) return answer;
  } catch { /* there is no network */ }
  return (await caches.match(path.replace(/index.html$/, ""))) ?? Response.error();
}

async function kept(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request).catch(() => new Response(null, { status: 504 }));
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request, { origin, pathname } = new URL(url);
  if (method !== "GET") return;
  const first = origin === location.origin && FIRST.includes(pathname);
  event.respondWith(first ? newest(url, pathname) : kept(event.request));
});
