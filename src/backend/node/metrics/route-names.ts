import { contract } from '#contract/core/registry.ts';

interface Named {
  readonly route: string;
  readonly parts: readonly string[];
}
const isParameter = (part: string) => part.startsWith(':') || part.startsWith('[');

/** Literal parts before parameters, as the API and Next choose. */
const rank = ({ parts }: Named) => parts.map((part) => (isParameter(part) ? '1' : '0')).join('');
const splitPath = (path: string) => path.split('/').filter(Boolean);
const fits = ({ parts }: Named, asked: readonly string[]) =>
  parts.length === asked.length && parts.every((part, at) => isParameter(part) || part === asked[at]);

function listed(routes: readonly Named[]): (asked: readonly string[]) => string | undefined {
  const sorted = routes.toSorted((a, b) => rank(a).localeCompare(rank(b)));
  return (asked) => sorted.find((each) => fits(each, asked))?.route;
}

const api = new Map<string, ReturnType<typeof listed>>();
for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
  api.set(
    method,
    listed(
      Object.keys(contract)
        .filter((route) => route.startsWith(`${method} `))
        .map((route) => ({ route, parts: splitPath(route.slice(method.length + 1)) })),
    ),
  );

/** What isn't a call or a page, by how its path begins. */
const places: readonly (readonly [prefix: string, name: string])[] = [
  ['/media/', 'media'],
  ['/monitoring', 'monitoring'],
  ['/_next/data/', 'page data'],
  ['/_next/', 'built file'],
  ['/flags/', 'flag'],
  ['/live/wh', 'live'],
  ['/live/hls/', 'live'],
  ['/healthz', 'health'],
  ['/readyz', 'health'],
];

/**
 * Names the route of a request: `GET /feeds/:id`, `page /feeds/[id]`, `media`. There are only as many names as
 * routes, whatever is asked, and none contains what a person wrote.
 */
export function createRouteNames(pages: readonly string[]): (method: string, path: string) => string {
  const page = listed(pages.map((route) => ({ route: `page ${route}`, parts: splitPath(route) })));
  return (method, path) => {
    if (path.startsWith('/api/v1/'))
      return api.get(method)?.(splitPath(path.slice('/api/v1/'.length))) ?? 'unknown call';
    const place = places.find(([prefix]) => path.startsWith(prefix));
    return place?.[1] ?? page(splitPath(path)) ?? 'unknown';
  };
}
