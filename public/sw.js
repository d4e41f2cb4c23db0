/*
 * The service worker. It keeps one page to show while there is no connection, with the scripts and styles of that
 * page, and nothing else: no replies of the API, no media and no page of anybody's. It shows push notifications, and
 * keeps their subscription alive. Everything else goes to the network as if this file weren't here.
 */
const address = new URL(self.location.href).searchParams;
const build = address.get('build') ?? 'none';
const api = address.get('api') ?? '/api/v1';
const prefix = 'offline-page-';
const kept = `${prefix}${build}`;
const page = '/offline';

async function keep() {
  const cache = await caches.open(kept);
  const answer = await fetch(page, { credentials: 'omit', cache: 'reload' });
  if (!answer.ok) throw new Error(`The offline page answered ${answer.status}.`);
  const html = await answer.clone().text();
  const files = [...html.matchAll(/(?:href|src)="(\/(?:_next\/static|icons)\/[^"]+)"/g)].map((match) => match[1]);
  await cache.put(page, answer);
  await Promise.allSettled([...new Set(files)].map((file) => cache.add(new Request(file, { credentials: 'omit' }))));
}

/** Open tabs keep working: this file answers them only while there is no connection. */
async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(prefix) && name !== kept).map((name) => caches.delete(name)));
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

/** What the site sent (`PushText` in the backend). A browser must show something for every push. */
function readPush(data) {
  try {
    return data.json();
  } catch {
    return { title: 'You have a new notification', body: '', url: '/notifications', tag: 'unreadable', unread: null };
  }
}

/** The number on the app's icon. */
async function count(unread) {
  if (typeof unread !== 'number' || !('setAppBadge' in navigator)) return;
  await (unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge()).catch(() => {});
}

async function show({ title, body, url, tag, unread }) {
  // The notification waits for nothing: the browser shows one of its own for a push that shows none.
  const shown = self.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { url },
  });
  await Promise.all([shown, count(unread)]);
}

/** Only pages of this site: whatever else a push names opens the list of notifications. */
function pathOf(url) {
  const { origin } = self.location;
  if (typeof url !== 'string' || !URL.canParse(url, origin)) return '/notifications';
  const target = new URL(url, origin);
  return target.origin === origin ? `${target.pathname}${target.search}${target.hash}` : '/notifications';
}

/** Asks an open tab to go there. False when it doesn't answer: it is frozen, or hasn't finished loading. */
function takeTo(tab, path) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), 1_000);
    tab.postMessage({ open: path }, [port2]);
  });
}

async function open(url) {
  const path = pathOf(url);
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(({ focused }) => focused) ?? tabs.find(({ visibilityState }) => visibilityState === 'visible') ?? tabs[0];
  if (!tab) return self.clients.openWindow(path);
  // Browsers allow it right after the press only, so it comes first.
  await tab.focus().catch(() => {});
  if (await takeTo(tab, path)) return undefined;
  return tab.navigate(path).catch(() => self.clients.openWindow(path));
}

/** Calls the API as the person who is logged in, with the token that pages read from the same cookie. */
async function call(method, token, body) {
  const answer = await fetch(`${api}/notifications/push`, {
    method,
    credentials: 'omit',
    headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`Push notifications answered ${answer.status}.`);
  return (await answer.json()).data;
}

/** Padding isn't needed to decode. */
const bytesOf = (base64url) => Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));

/**
 * The browser has replaced or ended its subscription: tells the server the new address, if this login receives push
 * notifications. Where the worker can't know who is logged in, the next page does it.
 */
async function subscribeAgain(newSubscription) {
  const token = decodeURIComponent((await self.cookieStore?.get('token'))?.value ?? '');
  if (!token) return;
  const { publicKey, devices } = await call('GET', token);
  if (!publicKey || !devices.some(({ current }) => current)) return;
  const { pushManager } = self.registration;
  const subscription =
    newSubscription ??
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }));
  const { endpoint, keys } = subscription.toJSON();
  await call('POST', token, { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } });
}

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(event.newSubscription)));
self.addEventListener('push', (event) => event.waitUntil(show(readPush(event.data))));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url));
});
