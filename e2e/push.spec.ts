import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { BrowserContext, CDPSession, Worker } from 'playwright/test';
import { browserKeys } from '../tests/setup/push.ts';
import { type Page, expect, serverReady, test } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, publish } from './people.ts';

/*
 * Push notifications, from the event to the page that one opens, with a push service of our own. Browsers of tests
 * have none, so what the server sends is received here, decrypted as the browser would, and handed to the real
 * service worker.
 */
interface WorkerScope extends EventTarget {
  readonly registration: ServiceWorkerRegistration;
}
interface Pushed {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly tag: string;
  readonly unread: number;
}
const origin = process.env.E2E_PUSH_ORIGIN ?? 'http://127.0.0.1:1';
const endpoint = `${origin}/device/1`;
const browser = browserKeys();
const received: string[] = [];
/** The address that was last pushed to. */
let pushedTo = '';
let status = 201;
let service: Server | undefined;

test.beforeAll(async () => {
  service = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      pushedTo = request.url ?? '';
      if (status < 300) received.push(browser.decrypt(Buffer.concat(parts)));
      response.writeHead(status).end();
    });
  }).listen(Number(new URL(origin).port), '127.0.0.1');
  await once(service, 'listening');
});
test.afterAll(() => void service?.close());
test.beforeEach(() => {
  received.length = 0;
  status = 201;
});

/** Gives pages a subscription at our push service. */
const subscribeHere = (context: BrowserContext) =>
  context.addInitScript(
    (subscription) => {
      const made = () => ({
        ...subscription,
        options: { applicationServerKey: null },
        toJSON: () => subscription,
        unsubscribe: async () => {
          localStorage.removeItem('test-subscribed');
          return true;
        },
      });
      PushManager.prototype.getSubscription = async () =>
        (localStorage.getItem('test-subscribed') ? made() : null) as PushSubscription | null;
      PushManager.prototype.subscribe = async () => {
        localStorage.setItem('test-subscribed', '1');
        return made() as unknown as PushSubscription;
      };
    },
    { endpoint, keys: browser.keys },
  );

interface Installed {
  readonly worker: Worker;
  /** Delivers what the server sent, as the browser does. */
  deliver(payload: string): Promise<void>;
}

/** Waits for the site's own service worker. */
async function installed(page: Page): Promise<Installed> {
  const context = page.context();
  const cdp: CDPSession = await context.newCDPSession(page);
  let registrationId = '';
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const each of registrations) if (!each.isDeleted) registrationId = each.registrationId;
  });
  await cdp.send('ServiceWorker.enable');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const find = () => context.serviceWorkers().find((each) => each.url().includes('/sw.js'));
  await expect.poll(() => find() !== undefined && registrationId !== '').toBe(true);
  return {
    worker: find()!,
    deliver: async (data) =>
      void (await cdp.send('ServiceWorker.deliverPushMessage', {
        origin: new URL(page.url()).origin,
        registrationId,
        data,
      })),
  };
}

const shownIn = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope;
    return (await scope.registration.getNotifications()).map(({ title, body }) => ({ title, body }));
  });
/** Presses the only notification. */
const pressIn = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope;
    const [notification] = await scope.registration.getNotifications();
    scope.dispatchEvent(
      Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }),
    );
  });

/** Hidden tabs are what push is for. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });

async function turnOn(page: Page): Promise<void> {
  await page.goto('/user/account#notifications');
  const box = page.getByRole('checkbox', { name: /^Push notifications on this device/ });
  await expect(box).not.toBeChecked();
  await box.click();
  await expect(box).toBeChecked();
}

test('a message is pushed to a device, and pressing it opens the conversation in the open tab', async ({
  page,
  newPerson,
  target,
}) => {
  test.skip(
    target === 'mock',
    'The mock has no push: its pages belong to msw’s service worker, and no server could send.',
  );
  test.slow();
  await page.context().grantPermissions(['notifications']);
  await subscribeHere(page.context());
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => void sent.push(String(payload))));
  const other = await newPerson();
  for (const each of [page, other]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  test.skip(
    await page.evaluate(() => Notification.permission === 'denied'),
    'This browser shows no notifications, whatever it is allowed.',
  );
  const fan = await joinAsFan(page);
  const creator = await joinAsCreator(other);
  expect((await call(page, `POST /follows/${creator.id}`)).status).toBe(200);
  await turnOn(page);
  const { worker, deliver } = await installed(page);
  await page.getByRole('button', { name: 'Send a test notification' }).click();
  await expect.poll(() => received.length).toBe(1);
  const [test_] = received.splice(0);
  // The browser may drop what it is handed before the worker is settled; a push service would repeat it.
  await expect(async () => {
    await deliver(test_ ?? '');
    await expect
      .poll(() => shownIn(worker), { timeout: 5_000 })
      .toEqual([{ title: 'Limelight', body: 'Push notifications work on this device.' }]);
  }).toPass({ timeout: 60_000 });

  const { data: conversation } = await call<{ _id: string }>(other, 'POST /conversations', {
    source: 'user',
    sourceId: fan.id,
  });
  const write = async (text: string) =>
    expect(
      (
        await call(other, `POST /messages/conversations/${conversation._id}`, {
          conversationId: conversation._id,
          data: { text },
        })
      ).status,
    ).toBe(201);
  // Nothing is pushed while somebody looks at the page, once the page has told the server.
  await expect.poll(() => sent.findLast((frame) => frame.includes('page/visible'))).toContain('true');
  await write('The glaze is dry.');
  await page.waitForTimeout(8_000);
  expect(received).toEqual([]);
  await hide(page);
  await write('The kiln opens at six.');
  await expect.poll(() => received.length, { timeout: 30_000 }).toBe(1);
  const pushed = JSON.parse(received[0] ?? '{}') as Pushed;
  expect(pushed).toEqual({
    title: creator.name,
    body: '2 new messages',
    url: `/messages/${conversation._id}`,
    tag: `conversation:${conversation._id}`,
    unread: 2,
  });
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope;
    for (const each of await scope.registration.getNotifications()) each.close();
  });
  await deliver(received[0] ?? '');
  await expect.poll(() => shownIn(worker)).toEqual([{ title: creator.name, body: '2 new messages' }]);
  await pressIn(worker);
  await expect(page).toHaveURL(new RegExp(`/messages/${conversation._id}$`));
  await expect(page.getByText('The kiln opens at six.').first()).toBeVisible();
  await expect.poll(() => shownIn(worker)).toEqual([]);

  // The browser replaces its subscription while no page could notice: the worker tells the server.
  expect(pushedTo).toBe('/device/1');
  const replace = () =>
    worker.evaluate(
      async (subscription) => {
        const done: Promise<unknown>[] = [];
        globalThis.dispatchEvent(
          Object.assign(new Event('pushsubscriptionchange'), {
            newSubscription: { toJSON: () => subscription },
            waitUntil: (work: Promise<unknown>) => void done.push(work),
          }),
        );
        await Promise.all(done);
      },
      { endpoint: `${origin}/device/2`, keys: browser.keys },
    );
  await replace();
  await page.goto('/user/account#notifications');
  received.length = 0;
  await page.getByRole('button', { name: 'Send a test notification' }).click();
  await expect.poll(() => received.length).toBe(1);
  expect(pushedTo).toBe('/device/2');

  // A push service that no longer knows the device ends it, and a later change doesn't turn it on again.
  status = 410;
  await page.goto('/user/account#notifications');
  await page.getByRole('button', { name: 'Send a test notification' }).click();
  await expect(page.getByText(/ended this subscription/).first()).toBeVisible();
  const box = page.getByRole('checkbox', { name: /^Push notifications on this device/ });
  await expect(box).not.toBeChecked();
  await replace();
  await page.reload();
  await expect(box).not.toBeChecked();
});

test('the worker keeps nothing private, and shows a page while there is no connection', async ({
  page,
  target,
  expectedProblems,
}) => {
  test.skip(target === 'mock', 'The mock has no service worker of ours: its pages belong to msw’s.');
  expectedProblems.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch|NetworkError/);
  await page.goto('/');
  await serverReady(page, target);
  await joinAsCreator(page);
  const postId = await publish(page, { text: 'A page of mine', audience: 'public' });
  await page.goto('/home');
  const { worker } = await installed(page);
  for (const path of ['/home', `/feeds/${postId}`, '/messages', '/notifications', '/user/wallet'])
    await page.goto(path);
  const kept = await worker.evaluate(async () => {
    const names = await caches.keys();
    const each = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    const page_ = await caches.match('/offline');
    return {
      names,
      paths: each.flat().map(({ url }) => new URL(url).pathname),
      offline: (await page_?.text()) ?? '',
    };
  });
  const build = await page.evaluate(() => window.__NEXT_DATA__.buildId);
  expect(kept.names).toEqual([`offline-page-${build}`]);
  expect(kept.paths).toContain('/offline');
  expect(kept.paths.filter((path) => !/^\/(offline$|_next\/static\/|icons\/)/.test(path))).toEqual([]);
  expect(kept.offline).not.toContain('A page of mine');
  await page.context().setOffline(true);
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: /offline/i })).toBeVisible();
  await page.context().setOffline(false);
});

test('can be installed: the manifest and its icons are there', async ({ page }) => {
  await page.goto('/');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = (await (await page.request.get(address ?? '')).json()) as {
    start_url: string;
    display: string;
    icons: { src: string; sizes: string; purpose?: string }[];
  };
  expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' });
  expect(manifest.icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src } of [...manifest.icons, { src: '/icons/badge-96.png' }])
    expect((await page.request.get(src)).headers()['content-type']).toBe('image/png');
});

test('the bell shows the newest notifications beside it', async ({ page, newPerson, target }) => {
  const other = await newPerson();
  for (const each of [page, other]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  await joinAsCreator(page);
  const fan = await joinAsFan(other);
  const postId = await publish(page, { text: 'Fresh out of the kiln', audience: 'public' });
  const like = { action: 'like', objectType: 'feed', objectId: postId };
  expect((await call(other, 'POST /reactions', like)).status).toBe(200);
  await page.goto('/home');
  await page.getByRole('link', { name: 'Notifications 1 unread' }).click();
  const panel = page.getByRole('dialog', { name: 'Newest notifications' });
  await panel.getByRole('link', { name: new RegExp(`${fan.name} liked your post`) }).click();
  await expect(page).toHaveURL(new RegExp(`/feeds/${postId}$`));
  await expect(panel).toHaveCount(0);
  await page.getByRole('link', { name: 'Notifications', exact: true }).click();
  await panel.getByRole('link', { name: 'See all' }).click();
  await expect(page).toHaveURL(/\/notifications$/);
});

test('the mock says that it sends none', async ({ page, target }) => {
  test.skip(target === 'server', 'The server sends them.');
  await page.goto('/');
  await serverReady(page, target);
  await joinAsFan(page);
  await page.goto('/user/account#notifications');
  await expect(page.getByText(/^Push notifications aren’t sent in this demo/)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Messages: Push' })).toBeChecked();
});
