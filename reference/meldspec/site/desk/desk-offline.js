// Answers for the desk where there is no network, from what its reader had it keep; of everything else it keeps nothing.

const NAME = "desk ";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** What is kept of a request. */
async function kept(request) {
  const names = (await caches.keys()).filter((name) => name.startsWith(NAME));
  return names.length ? (await caches.open(names[0])).match(request) : undefined;
}

/** What is large and never changes under its printing comes from what is kept; everything else from the network where there is one. */
async function answer(request) {
  const large = /\/assets\/desk\/(pyodide-|core-)/.test(request.url);
  const found = large ? await kept(request) : undefined;
  if (found) return found;
  try {
    return await fetch(request);
  } catch (error) {
    const instead = await kept(request);
    if (instead) return instead;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin) event.respondWith(answer(request));
});
