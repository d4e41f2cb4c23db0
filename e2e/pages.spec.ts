import { expect, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { shiftsOf, untilIdle, watchShifts, weighScripts } from './page-visits.ts';

/*
 * Requirements for every page: it is rendered on the server, doesn't shift, and fetches no more than it
 * needs.
 */

test.skip(({ target }) => target === 'mock', 'without a server nothing is drawn by one');
// The server doesn't know the visitor's time zone.
test.use({ timezoneId: 'America/Los_Angeles' });

const forVisitors = [
  '/',
  '/demo-creator',
  '/tags/craft',
  '/search',
  '/search?kind=creators',
  '/search?q=glaze',
  '/search?q=glaze&kind=posts',
  '/explore',
  '/explore/ceramics',
  '/explore/ceramics?tab=posts',
  '/auctions',
  '/contact',
  '/posts/terms',
  '/posts/help',
  '/posts/help/statistics',
  '/posts/help/operator-settings',
  '/posts',
  '/auth/login',
  '/auth/register',
  '/auth/forgot-password',
];
const forFans = [
  '/home',
  '/home?tab=discover',
  '/welcome',
  '/welcome?step=follow',
  '/home?tab=subscribed',
  '/messages',
  '/user/wallet',
  '/user/library',
  '/user/following',
  '/user/lists',
  '/user/subscriptions',
  '/user/gifts',
  '/user/bookmarks',
  '/user/orders',
  '/user/bids',
  '/user/referrals',
  '/user/decisions',
  '/user/account',
  '/notifications',
];
const forCreators = [
  '/creator',
  '/creator/feeds',
  '/creator/feeds/new',
  '/creator/feeds/calendar',
  '/creator/feeds/calendar?month=2026-10',
  '/creator/feeds/series',
  '/creator/videos',
  '/creator/videos/new',
  '/creator/photos',
  '/creator/galleries',
  '/creator/galleries/new',
  '/creator/requests',
  '/creator/comments',
  '/creator/products',
  '/creator/products/new',
  '/creator/auctions',
  '/creator/auctions/new',
  '/creator/orders',
  '/creator/earnings',
  '/creator/earnings?month=2026-10',
  '/creator/earnings?year=2026',
  '/creator/statistics',
  '/creator/payouts',
  '/creator/payouts/new',
  '/creator/subscribers',
  '/creator/followers',
  '/creator/promotions',
  '/creator/referrals',
  '/creator/account',
  '/creator/account?tab=membership',
  '/creator/account?tab=payouts',
];

/** Requests the API as the logged-in user. */
async function ask<Data>(page: Page, path: string): Promise<Data> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value;
  const answer = await page.request.get(`/api/v1${path}`, {
    headers: token ? { authorization: decodeURIComponent(token) } : {},
  });
  return ((await answer.json()) as { data: Data }).data;
}

const readablePost = async (page: Page) => {
  const { data } = await ask<{ data: { _id: string; access: { allowed: boolean } }[] }>(
    page,
    '/user/feeds?limit=12',
  );
  return `/feeds/${data.find(({ access }) => access.allowed)?._id}`;
};
/** The demo creator's newest post is a part of one. */
const aSeries = async (page: Page) => {
  const { _id } = await ask<{ _id: string }>(page, '/performers/demo-creator');
  const { data } = await ask<{ data: { series?: { _id: string } }[] }>(
    page,
    `/user/feeds?performerId=${_id}`,
  );
  return `/series/${data.find(({ series }) => series)?.series?._id}`;
};
const aConversation = async (page: Page) =>
  `/messages/${(await ask<{ data: { _id: string }[] }>(page, '/conversations?limit=1&offset=0')).data[0]?._id}`;

/** Shorter in `npm test`: a hundred visits are a tenth of its browser time. */
const patience = process.env.DEEP ? 1_500 : 600;

/** Visits every path, in two tabs at once because a visit is mostly waiting. */
async function standStill(page: Page, paths: readonly string[]): Promise<void> {
  const waiting = [...paths];
  const visit = async (tab: Page, path: string) => {
    await tab.goto(path);
    await untilIdle(tab, patience);
    return shiftsOf(tab);
  };
  const walk = async (tab: Page) => {
    await watchShifts(tab);
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const first = await visit(tab, path);
      // Other specs publish meanwhile: what is newest may change between the server's page and the browser's data.
      const { shifted, where } = first.shifted > 0.01 ? await visit(tab, path) : first;
      expect.soft(shifted, `${path} moves: ${[...new Set(where)].join(', ')}`).toBeLessThanOrEqual(0.01);
    }
  };
  await Promise.all([walk(page), walk(await page.context().newPage())]);
}

/** The most visited, in every width. */
const always = new Set(['/', '/demo-creator', '/home', '/messages', '/user/wallet']);
/** `npm test` visits every other page in one width each, the deep run all in both. */
const inTurn = (paths: readonly string[], turn: number) =>
  paths.filter((path, at) => process.env.DEEP || always.has(path) || at % 2 === turn);

for (const [turn, [width, height]] of (
  [
    [360, 800],
    [1440, 900],
  ] as const
).entries()) {
  test.describe(`in a window ${width} px wide, nothing shifts by itself`, () => {
    test.use({ viewport: { width, height } });
    test.setTimeout(600_000);

    test('for a visitor', async ({ page }) =>
      standStill(page, [...inTurn(forVisitors, turn), await readablePost(page), await aSeries(page)]));
    test('for a fan', async ({ page, loginAs }) => {
      await loginAs(page, 'demo-fan');
      await standStill(page, [...inTurn(forFans, turn), await readablePost(page), await aConversation(page)]);
    });
    test('for a creator', async ({ page, loginAs }) => {
      await loginAs(page, 'demo-creator');
      await standStill(page, ['/home', '/messages', '/demo-creator', ...inTurn(forCreators, turn)]);
    });
  });
}

test.describe("has its heading in the server's HTML", () => {
  const drawn = async (page: Page, paths: readonly string[]) => {
    for (const path of paths) {
      const html = await (await page.request.get(path)).text();
      expect.soft(/<main[^>]*>.*?<h1/s.exec(html)?.[0] ?? `${path}: nothing`, path).not.toContain('nothing');
    }
  };
  test('what a visitor sees', async ({ page }) => drawn(page, forVisitors));
  test('what a fan sees', async ({ page, loginAs }) => {
    await loginAs(page, 'demo-fan');
    await drawn(page, [...forFans, await aConversation(page)]);
  });
  test('what a creator sees', async ({ page, loginAs }) => {
    await loginAs(page, 'demo-creator');
    await drawn(page, forCreators);
  });
  test('conversations and messages too', async ({ page, loginAs }) => {
    await loginAs(page, 'demo-fan');
    const list = await (await page.request.get('/messages')).text();
    expect(list).toContain('Mara Lindqvist');
    const { data } = await ask<{ data: { text: string }[] }>(
      page,
      `/messages/conversations${(await aConversation(page)).replace('/messages', '')}?offset=0&limit=25`,
    );
    const words =
      data.map(({ text }) => text).find((text) => /^[\w ,.]{8,}$/.test(text)) ??
      data[0]?.text.slice(0, 8) ??
      '';
    expect(words).not.toBe('');
    expect(await (await page.request.get(await aConversation(page))).text()).toContain(words);
  });
});

test('the list of conversations is fetched at most once', async ({ page, loginAs }) => {
  await loginAs(page, 'demo-fan');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (
      request.method() === 'GET' &&
      /^\/api\/v1\/(?:conversations$|messages\/conversations\/)/.test(pathname)
    )
      asked.push(pathname);
  });
  for (const path of ['/messages', await aConversation(page)]) {
    asked.length = 0;
    await page.goto(path);
    await untilIdle(page);
    expect(asked.filter((each) => each.endsWith('/conversations')).length, path).toBeLessThanOrEqual(1);
    expect(asked.filter((each) => !each.endsWith('/conversations')).length, path).toBeLessThanOrEqual(1);
  }
});

/** Kilobytes of brotli-compressed scripts, until nothing more is fetched. */
const scriptsUntilIdle = 179;
/**
 * Where pages are over it, the goal is the same as for the others. Each counts 3.9 kB that connect the device with
 * the account and count views: they come by time, so that a quick machine falls silent before them. The form of
 * comments brings how fields register with it.
 */
const overIt = { home: 186, messages: 181, fansProfile: 194, conversation: 198, withComments: 206 };
/** Lists of account and studio; those of items have more to do with them. */
const lists = { fan: 191, creator: 196, items: 199 };

/** Addresses of filtered lists, with the call that fetches the list and the parameter that it is filtered by. */
const filteredLists = [
  ['/creator/feeds?state=draft', '/performer/feeds', 'state'],
  ['/creator/videos?state=draft', '/performer/performer-assets/videos/search', 'state'],
  ['/creator/galleries?state=draft', '/performer/performer-assets/galleries/search', 'state'],
  ['/creator/products?state=draft', '/performer/performer-assets/products/search', 'state'],
  ['/creator/orders?state=paid', '/orders/search', 'state'],
  ['/creator/subscribers?state=active', '/subscriptions/performer/search', 'state'],
  ['/creator/followers?q=an', '/follows/followers', 'q'],
] as const;

/** Lists that a server asks itself and sends with the page. */
const comesWithPage = (address: string) =>
  /^\/creator\/(?:feeds|videos|galleries|products|subscribers|followers)\?/.test(address);

test('a filtered list is asked for with its filter alone, from the first request on', async ({
  page,
  loginAs,
  target,
}) => {
  await loginAs(page, 'demo-creator');
  for (const [address, path, name] of filteredLists) {
    const asked: string[] = [];
    const note = (request: { method(): string; url(): string }) => {
      const { pathname, searchParams } = new URL(request.url());
      if (request.method() === 'GET' && pathname.endsWith(`/v1${path}`))
        asked.push(searchParams.get(name) ?? 'everything');
    };
    page.on('request', note);
    await page.goto(address);
    const isSent = target === 'server' && comesWithPage(address);
    if (isSent)
      await expect(page.getByRole('table').or(page.getByText(/^No .+ found$/)), address).toBeVisible();
    else await expect.poll(() => asked.length, { message: address }).toBeGreaterThan(0);
    await untilIdle(page);
    page.off('request', note);
    const wanted = new URLSearchParams(address.split('?')[1]).get(name);
    expect(new Set(asked), address).toEqual(new Set(isSent ? [] : [wanted]));
  }
});

/** Lists of account and studio, with words of the calls that would ask for their rows. */
const rowsSent = {
  'demo-fan': [
    ['/user/following', 'follows'],
    ['/user/subscriptions', 'subscriptions'],
    ['/user/gifts', 'gifts'],
    ['/user/lists', 'creator-lists'],
    ['/user/decisions', 'decisions|reports'],
    ['/user/referrals', 'referral'],
    ['/user/library', 'user/(?:library|unfinished)'],
    ['/user/private-streams', 'streaming/private'],
  ],
  'demo-creator': [
    ['/creator/subscribers', 'subscriptions|pinned-views'],
    ['/creator/followers', 'follows'],
    ['/creator/payouts', 'payout'],
    ['/creator/promotions', 'promotions'],
    ['/creator/feeds/series', 'post-series'],
    ['/creator/photos', 'photos|pinned-views'],
  ],
} as const;
for (const [name, lists] of Object.entries(rowsSent))
  test(`${name} asks for no rows that came with the page`, async ({ page, loginAs }) => {
    await loginAs(page, name);
    for (const [address, call] of lists) {
      const asked: string[] = [];
      const failed: string[] = [];
      const note = (request: { url(): string }) => {
        const { pathname } = new URL(request.url());
        if (new RegExp(`/api/v1/.*(?:${call})`).test(pathname)) asked.push(pathname);
      };
      const fail = (error: Error) => failed.push(error.message);
      page.on('request', note).on('pageerror', fail);
      await page.goto(address);
      await untilIdle(page, 600);
      page.off('request', note).off('pageerror', fail);
      expect.soft({ asked, failed }, address).toEqual({ asked: [], failed: [] });
    }
  });

test('a page comes with its styles, so that its first paint waits for no other file', async ({ page }) => {
  for (const path of ['/', '/demo-creator', '/explore', '/auth/login']) {
    const html = await (await page.request.get(path)).text();
    expect(html, path).not.toMatch(/<link[^>]+stylesheet/);
    expect(/<style>([^<]*)<\/style>/.exec(html)?.[1]?.length ?? 0, path).toBeGreaterThan(10_000);
  }
});

test.describe('scripts until the page is idle', () => {
  test.use({ viewport: { width: 412, height: 823 } });

  const light = async (page: Page, paths: readonly string[], most = scriptsUntilIdle) => {
    for (const path of paths) {
      // Logging in has already opened a page.
      await page.goto('about:blank');
      await page
        .context()
        .newCDPSession(page)
        .then(async (devtools) => {
          await devtools.send('Network.clearBrowserCache');
          await devtools.detach();
        });
      await page.goto(path);
      await untilIdle(page);
      const { kilobytes, files } = await weighScripts(page);
      expect.soft(kilobytes, `${path}:\n${files.join('\n')}`).toBeLessThanOrEqual(most);
      expect.soft(kilobytes, path).toBeGreaterThan(50);
    }
  };
  test('for a visitor', async ({ page }) =>
    light(page, [
      '/',
      '/demo-creator',
      '/search',
      '/explore',
      '/explore/ceramics',
      '/auctions',
      await readablePost(page),
    ]));
  test('for a fan', async ({ page, loginAs }) => {
    await loginAs(page, 'demo-fan');
    await light(page, ['/home'], overIt.home);
    await light(page, ['/messages'], overIt.messages);
    await light(page, ['/demo-creator'], overIt.fansProfile);
    await light(page, [await aConversation(page)], overIt.conversation);
    await light(page, [await readablePost(page)], overIt.withComments);
    await light(page, ['/user/wallet', '/user/orders', '/user/subscriptions'], lists.fan);
  });
  test('for a creator', async ({ page, loginAs }) => {
    await loginAs(page, 'demo-creator');
    await light(page, ['/creator/subscribers', '/creator/orders', '/creator/payouts'], lists.creator);
    await light(page, ['/creator/feeds'], lists.items);
  });
});

test.describe("the next page's scripts", () => {
  const fetchedBy = async (page: Page, deed: () => Promise<unknown>) => {
    const scripts: string[] = [];
    page.on(
      'request',
      (request) => void (/_next\/static\/.*\.js$/.test(request.url()) && scripts.push(request.url())),
    );
    await deed();
    await page.waitForTimeout(1_000);
    return scripts.length;
  };
  const contact = (page: Page) => page.getByRole('link', { name: 'Contact' });

  test('load when a pointer or focus approaches, and not before', async ({ page }) => {
    await page.goto('/');
    await untilIdle(page);
    await contact(page).scrollIntoViewIfNeeded();
    await untilIdle(page);
    expect(await fetchedBy(page, () => contact(page).hover())).toBeGreaterThan(0);
    expect(await fetchedBy(page, () => page.getByRole('link', { name: 'News' }).focus())).toBeGreaterThan(0);
  });

  for (const [what, connection] of Object.entries({
    'that saves data': { saveData: true, effectiveType: '4g' },
    'that is slow': { saveData: false, effectiveType: '3g' },
    'that is metered': { effectiveType: '4g', type: 'cellular' },
  })) {
    test(`aren't prefetched over a connection ${what}`, async ({ page }) => {
      await page.addInitScript(
        (told) => Object.defineProperty(navigator, 'connection', { value: told, configurable: true }),
        connection,
      );
      await page.goto('/');
      await untilIdle(page);
      await contact(page).scrollIntoViewIfNeeded();
      await untilIdle(page);
      expect(await fetchedBy(page, () => contact(page).hover())).toBe(0);
      await contact(page).click();
      await page.waitForURL('**/contact');
    });
  }
});
