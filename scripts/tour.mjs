// Takes screenshots of every page in `pages/` on its own server with demo data. Arguments limit it to routes
// that contain one of them; `--readme` takes the pictures of the README instead.
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { findBrowser } from './browser.mjs';
import { inRoot } from './paths.mjs';
import { readmePictures } from './readme-pictures.mjs';
import { print, script } from './say.mjs';
import { startServer } from './server-process.mjs';

const looks = {
  light: { theme: 'light', viewport: { width: 1280, height: 900 } },
  dark: { theme: 'dark', viewport: { width: 1280, height: 900 } },
  narrow: { theme: 'light', viewport: { width: 360, height: 740 } },
};

/** Maximum height of a screenshot in pixels, for infinite lists. */
const tallest = 2_400;

/** The routes of the pages folder, with `[id]` unresolved. */
async function routes() {
  const files = await readdir(inRoot('pages'), { recursive: true });
  return files
    .filter((file) => file.endsWith('.tsx') && !/(^|\/)(_|404|500)/.test(file))
    .map((file) => `/${file.replace(/\.tsx$/, '').replace(/(^|\/)index$/, '')}`)
    .toSorted();
}

/** Who views a route: creators the studio, visitors public pages, fans the rest. */
const viewersOf = (route) => {
  if (route.startsWith('/creator')) return ['demo-creator'];
  if (route === '/' || /^\/(auth|offline|contact)/.test(route)) return ['visitor'];
  return /^\/(\[profileId\]|search|feeds|videos|galleries|products|auctions)/.test(route)
    ? ['visitor', 'demo-fan']
    : ['demo-fan'];
};

/** The path of a route with its parameter filled in, or null if the demo data has no example. */
async function addressOf(route, call) {
  const first = async (path) => (await call(path))?.data?.data?.[0]?._id;
  const samples = {
    '/[profileId]': () => 'demo-creator',
    '/feeds/[id]': () => first('/user/feeds'),
    '/videos/[id]': () => first('/performer-assets/videos/search'),
    '/galleries/[id]': () => first('/performer-assets/galleries/search'),
    '/products/[id]': () => first('/performer-assets/products/search'),
    '/auctions/[id]': () => first('/autions/search?state=live'),
    '/user/orders/[id]': () => first('/orders/users/search'),
    '/user/receipts/[id]': () => first('/payment/transactions/user/search'),
    '/user/statements/[id]': () => first('/wallet/statements'),
    '/creator/payouts/[id]': () => first('/payout-requests/user/search'),
    '/creator/orders/[id]': () => first('/orders/search'),
    '/creator/orders/[id]/slip': () => first('/orders/search'),
    '/creator/videos/[id]': () => first('/performer/performer-assets/videos/search'),
    '/creator/galleries/[id]': () => first('/performer/performer-assets/galleries/search'),
    '/creator/products/[id]': () => first('/performer/performer-assets/products/search'),
    '/creator/auctions/[id]': async () => first(`/autions/users/${(await call('/users/me'))?.data?._id}`),
    '/messages/[id]': () => first('/conversations'),
    '/creator/feeds/[id]': () => first('/performer/feeds'),
  };
  if (!route.includes('[')) return route;
  const sample = await samples[route]?.();
  return sample ? route.replace(/\[\w+\]/, sample) : null;
}

async function logIn(base, name) {
  const answer = await fetch(`${base}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ credentials: name, password: 'limelight', remember: false }),
  });
  return (await answer.json()).data.token;
}

/** A page as somebody sees it who has logged in and chosen a theme. */
async function openPage(browser, { base, token, theme, viewport }) {
  const context = await browser.newContext({
    baseURL: base,
    viewport,
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  await context.addCookies([
    { name: 'theme', value: theme, url: base },
    ...(token ? [{ name: 'token', value: token, url: base }] : []),
  ]);
  await context.addInitScript((value) => localStorage.setItem('theme', value), theme);
  return context.newPage();
}

async function goTo(page, address) {
  await page.goto(address, { waitUntil: 'load' });
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {});
}

async function shoot(browser, { base, viewer, token, look }, pages) {
  const { theme, viewport } = looks[look];
  const page = await openPage(browser, { base, token, theme, viewport });
  const problems = [];
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  for (const { route, address } of pages) {
    await goTo(page, address);
    const name = route === '/' ? 'landing' : route.slice(1).replaceAll('/', '.').replaceAll(/[[\]]/g, '');
    const path = inRoot(
      'shots',
      look,
      `${name}${viewer === 'demo-fan' && viewersOf(route).length > 1 ? '-as-fan' : ''}.png`,
    );
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.screenshot({
      path,
      fullPage: true,
      clip: { x: 0, y: 0, width: viewport.width, height: Math.min(height, tallest) },
    });
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (wide > 0) problems.push(`${address} is ${wide} px wider than the ${look} window`);
  }
  await page.context().close();
  return problems;
}

/** Who views pages of the site, and how they call the API. */
async function viewAs(base, viewer) {
  const token = viewer === 'visitor' ? null : await logIn(base, viewer);
  const authorization = token ?? (await logIn(base, 'demo-fan'));
  const call = async (path) => (await fetch(`${base}/api/v1${path}`, { headers: { authorization } })).json();
  return { token, call };
}

async function everyPage(browser, base, wanted) {
  const all = (await routes()).filter(
    (route) => wanted.length === 0 || wanted.some((word) => route.includes(word)),
  );
  await rm(inRoot('shots'), { recursive: true, force: true });
  for (const look of Object.keys(looks)) await mkdir(inRoot('shots', look), { recursive: true });
  const problems = [];
  for (const viewer of ['visitor', 'demo-fan', 'demo-creator']) {
    const { token, call } = await viewAs(base, viewer);
    const pages = [];
    for (const route of all.filter((candidate) => viewersOf(candidate).includes(viewer))) {
      const address = await addressOf(route, call);
      if (address) pages.push({ route, address });
      else problems.push(`${route}: the demo data has none to show`);
    }
    for (const look of Object.keys(looks))
      problems.push(...(await shoot(browser, { base, viewer, token, look }, pages)));
    print(viewer, `${pages.length} pages`);
  }
  for (const problem of problems) print('look at', problem);
  print('shots', join('shots', '{light,dark,narrow}'));
}

async function forReadme(browser, base) {
  await readmePictures(async ({ viewer, route, theme, viewport }) => {
    const { token, call } = await viewAs(base, viewer);
    const page = await openPage(browser, { base, token, theme, viewport });
    await goTo(page, await addressOf(route, call));
    return page;
  });
  print('pictures', join('docs', 'pictures'));
}

await script(async () => {
  const wanted = process.argv.slice(2);
  const found = await findBrowser();
  const server = await startServer('server');
  const browser = await chromium.launch({ executablePath: found.path });
  try {
    if (wanted.includes('--readme')) await forReadme(browser, server.url);
    else await everyPage(browser, server.url, wanted);
  } finally {
    await browser.close();
    await server.stop();
    if (found.folder) await rm(found.folder, { recursive: true, force: true });
  }
});
