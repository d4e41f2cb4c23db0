// Keeps one page to show while there is no connection. Everything else goes to the network as if this file
// weren't here.
const kept = 'offline-page-1';
const page = '/offline';

async function keep() {
  const cache = await caches.open(kept);
  const answer = await fetch(page, { credentials: 'omit', cache: 'reload' });
  if (!answer.ok) throw new Error(`The offline page answered ${answer.status}.`);
  const html = await answer.clone().text();
  const files = [...html.matchAll(/(?:href|src)="(\/(?:_next\/static|icons)\/[^"]+)"/g)].map((match) => match[1]);
  await cache.put(page, answer);
  await Promise.allSettled([...new Set(files)].map((file) => cache.add(file)));
}

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('offline-page-') && name !== kept).map((name) => caches.delete(name)));
  // The page is asked for while this worker still wakes up.
  await self.registration.navigationPreload?.enable();
}

const fromKept = async (request, failure) => (await caches.match(request)) ?? Promise.reject(failure);

async function navigate(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (failure) {
    return fromKept(page, failure);
  }
}

self.addEventListener('install', (event) => event.waitUntil(keep().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate') event.respondWith(navigate(event));
  else if (!navigator.onLine && request.method === 'GET') event.respondWith(fetch(request).catch((failure) => fromKept(request, failure)));
});
