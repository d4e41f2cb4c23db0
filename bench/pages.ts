import { chromium } from 'playwright';
import { child } from './child.ts';
import { median } from './process-cost.ts';
import { atMost } from './table.ts';
import type { Row, Section } from './table.ts';
import { visit } from './visit.ts';
import type { Visit } from './visit.ts';

interface Route {
  readonly name: string;
  readonly path: string;
  readonly as: 'visitor' | 'demo-fan' | 'demo-creator';
  /** Budget for the scripts named in the HTML, in kilobytes. */
  readonly javascript: number;
  /** Which budgets apply: those of public pages, first paint and scripts, first paint alone, or none. */
  readonly budgets: 'reading' | 'private' | 'working' | 'none';
}
/** Override with `BENCH_RUNS` for a shorter run. */
const runs = Number(process.env.BENCH_RUNS) || 5;
/** Budgets in kilobytes for everything fetched until a page is idle. */
const inAll = { reading: 165, private: 165, working: 190 };

interface Beginning {
  readonly tokens: Readonly<Record<Exclude<Route['as'], 'visitor'>, string>>;
  readonly post: string;
  readonly conversation: string;
}

const routesOf = ({ post, conversation }: Beginning): readonly Route[] => [
  { name: '/', path: '/', as: 'visitor', javascript: 135, budgets: 'reading' },
  { name: '/[profileId]', path: '/demo-creator', as: 'visitor', javascript: 135, budgets: 'reading' },
  { name: '/feeds/[id]', path: `/feeds/${post}`, as: 'visitor', javascript: 135, budgets: 'reading' },
  { name: '/explore', path: '/explore', as: 'visitor', javascript: 145, budgets: 'reading' },
  { name: '/auth/login', path: '/auth/login', as: 'visitor', javascript: 145, budgets: 'none' },
  { name: '/home', path: '/home', as: 'demo-fan', javascript: 145, budgets: 'reading' },
  { name: '/messages', path: '/messages', as: 'demo-fan', javascript: 145, budgets: 'private' },
  {
    name: '/messages/[id]',
    path: `/messages/${conversation}`,
    as: 'demo-fan',
    javascript: 145,
    budgets: 'private',
  },
  { name: '/user/wallet', path: '/user/wallet', as: 'demo-fan', javascript: 190, budgets: 'working' },
  { name: '/creator/feeds', path: '/creator/feeds', as: 'demo-creator', javascript: 190, budgets: 'working' },
];

/** Logs in and finds a post and a conversation in the demo data. */
async function begin(url: string): Promise<Beginning> {
  const ask = async <Data>(path: string, init: RequestInit = {}) =>
    ((await (await fetch(`${url}/api/v1${path}`, init)).json()) as { data: Data }).data;
  const logIn = async (credentials: string) => {
    const body = JSON.stringify({ credentials, password: 'limelight', remember: false });
    const headers = { 'content-type': 'application/json' };
    return (await ask<{ token: string }>('/auth/login', { method: 'POST', headers, body })).token;
  };
  const tokens = { 'demo-fan': await logIn('demo-fan'), 'demo-creator': await logIn('demo-creator') };
  const headers = { authorization: tokens['demo-fan'] };
  const [posts, conversations] = await Promise.all([
    ask<{ data: { _id: string; access: { allowed: boolean } }[] }>('/user/feeds?limit=12'),
    ask<{ data: { _id: string }[] }>('/conversations?limit=1&offset=0', { headers }),
  ]);
  return {
    tokens,
    post: posts.data.find(({ access }) => access.allowed)?._id ?? '',
    conversation: conversations.data[0]?._id ?? '',
  };
}

type Middle = (name: keyof Visit) => number;

function rowsOf({ name, javascript, budgets }: Route, middle: Middle, bare: Middle): Row[] {
  const reading = <Most>(most: Most) => (budgets === 'reading' ? { most } : {});
  const what = (figure: string) => `\`${name}\`: ${figure}`;
  return [
    atMost(what('JavaScript at load'), middle('javascript'), { most: javascript, unit: ' kB' }),
    atMost(what('JavaScript until idle'), middle('javascriptInAll'), {
      ...(budgets === 'none' ? {} : { most: inAll[budgets] }),
      unit: ' kB',
    }),
    // Styles are in the HTML, so that a file of them is one too many.
    atMost(what('files of CSS before first paint'), middle('css'), { most: 0, unit: ' kB' }),
    atMost(what('first paint'), middle('fcp'), { ...(budgets === 'none' ? {} : { most: 900 }), unit: ' ms' }),
    atMost(what('first paint, to the bare page'), middle('fcp') / bare('fcp'), {
      ...reading(1.4),
      unit: ' times',
    }),
    atMost(what('largest paint'), middle('lcp'), { ...reading(1_500), unit: ' ms' }),
    atMost(what('largest paint, to the bare page'), middle('lcp') / bare('lcp'), {
      ...(budgets === 'none' ? {} : { most: 1.5 }),
      unit: ' times',
    }),
    atMost(what('blocked'), middle('tbt'), { ...reading(100), unit: ' ms' }),
    atMost(what('blocked, by processor time'), middle('blocked'), { unit: ' ms' }),
    atMost(what('blocked, to the bare page'), middle('blocked') / Math.max(1, bare('blocked')), {
      ...reading(1),
      unit: ' times',
    }),
    atMost(what('layout shift'), middle('cls'), { most: 0.01 }),
    atMost(what('memory of scripts'), middle('heap'), { ...reading(5), unit: ' MB' }),
  ];
}

const bareRows = (middle: Middle): Row[] => [
  atMost('bare Next page: JavaScript until idle', middle('javascriptInAll'), { unit: ' kB' }),
  atMost('bare Next page: first paint', middle('fcp'), { unit: ' ms' }),
  atMost('bare Next page: largest paint', middle('lcp'), { unit: ' ms' }),
  atMost('bare Next page: blocked', middle('tbt'), { unit: ' ms' }),
  atMost('bare Next page: blocked, by processor time', middle('blocked'), { unit: ' ms' }),
  atMost('bare Next page: memory of scripts', middle('heap'), { unit: ' MB' }),
];

const middleOf =
  (visits: readonly Visit[]): Middle =>
  (name) =>
    median(visits.map((one) => one[name]));

/** `server` must run with the demo data. */
export async function pages(server: { url: string }, executablePath: string): Promise<Section> {
  const beginning = await begin(server.url);
  const routes = routesOf(beginning);
  const beside = child('bare-page.ts', [server.url]);
  const bareUrl = `http://localhost:${await beside.number('port')}/`;
  const browser = await chromium.launch({ executablePath });
  const visits = new Map<Route | 'bare', Visit[]>([
    ['bare' as const, []],
    ...routes.map((route): [Route, Visit[]] => [route, []]),
  ]);
  try {
    // The first visit of each page fills the servers' caches and isn't counted.
    for (let run = 0; run <= runs; run++) {
      for (const [route, seen] of visits) {
        const one =
          route === 'bare'
            ? await visit(browser, bareUrl, null)
            : await visit(
                browser,
                server.url + route.path,
                route.as === 'visitor' ? null : beginning.tokens[route.as],
              );
        if (run > 0) seen.push(one);
      }
    }
    const bare = middleOf(visits.get('bare') ?? []);
    return {
      title: 'Pages',
      how: `A 412 × 823 window, processor slowed four times, 150 ms a request, 1.6 Mbit/s, empty cache; the median of ${runs} interleaved visits in Chromium ${browser.version()}. Kilobytes are compressed, without their answers' headers. The bare page is Next with twelve of the same posts and nothing else, in the same run.`,
      rows: [
        ...bareRows(bare),
        ...routes.flatMap((route) => rowsOf(route, middleOf(visits.get(route) ?? []), bare)),
      ],
    };
  } finally {
    await browser.close();
    await beside.stop();
  }
}
