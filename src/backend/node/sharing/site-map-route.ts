import type { IncomingMessage, ServerResponse } from 'node:http';
import { routes } from '#config/routes.ts';
import { SiteMapKind } from '#contract/base/site.ts';
import type { Backend } from '../../create-backend.ts';
import type { Peer } from '../../kernel/context.ts';
import type { ServeStatic } from '../pages/static-files.ts';
import { escapeMarkup } from '#lib/markup/escape-markup.ts';
import type { ApiDoor } from './shared-item.ts';

export const siteMapPath = '/sitemap.xml';
export const robotsPath = '/robots.txt';

const pathOf: Record<SiteMapKind, (name: string) => string> = {
  profile: routes.profile,
  post: routes.feed,
  series: routes.series,
  video: routes.video,
  gallery: routes.gallery,
  product: routes.product,
  auction: routes.auction,
};
/** Pages of the site itself that are worth finding. */
const ownPages = [
  routes.landing,
  routes.search,
  routes.explore,
  routes.live,
  routes.auctions,
  routes.sitePosts,
  routes.contact,
];

/** Pages behind a login, addresses of data, and pages made for other sites. */
const closedToRobots = [
  '/api/',
  '/auth/',
  '/user/',
  '/creator/',
  '/operator',
  '/messages',
  '/notifications',
  '/embed/',
];

const document = (name: 'urlset' | 'sitemapindex', entries: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${name}>\n`;

interface SiteMapDoor extends ApiDoor {
  readonly api: Pick<Backend, 'fetch' | 'placesOf'>;
}
interface Part {
  readonly kind: SiteMapKind;
  readonly after: string | null;
}
interface Page {
  readonly name: string;
  readonly updatedAt: string;
}

const partName = ({ kind, after }: Part): string =>
  `${siteMapPath}?kind=${kind}${after === null ? '' : `&after=${after}`}`;

const indexOf = (publicUrl: string, parts: readonly Part[]): string =>
  document(
    'sitemapindex',
    [`${siteMapPath}?kind=site`, ...parts.map(partName)].map(
      (path) => `<sitemap><loc>${escapeMarkup(publicUrl + path)}</loc></sitemap>`,
    ),
  );

const partOf = (publicUrl: string, kind: SiteMapKind, pages: readonly Page[]): string =>
  document(
    'urlset',
    pages.map(
      ({ name, updatedAt }) =>
        `<url><loc>${escapeMarkup(publicUrl + pathOf[kind](encodeURIComponent(name)))}</loc><lastmod>${updatedAt}</lastmod></url>`,
    ),
  );

const siteOwn = (publicUrl: string, categories: readonly { name: string }[]): string =>
  document(
    'urlset',
    [...ownPages, ...categories.map(({ name }) => routes.category(name))].map(
      (path) => `<url><loc>${escapeMarkup(publicUrl + path)}</loc></url>`,
    ),
  );

async function ask<Row>(
  { api, publicUrl }: ApiDoor,
  path: string,
  peer: Peer,
): Promise<readonly Row[] | null> {
  const reply = await api.fetch(new Request(new URL(`/api/v1${path}`, publicUrl)), peer);
  if (reply.status >= 500) throw new Error(`The API answered ${reply.status} for the site map.`);
  return reply.ok ? ((await reply.json()) as { data: { data: readonly Row[] } }).data.data : null;
}

/** Counting a million pages takes a second, and anybody may ask. A part appears once in five thousand pages. */
const keptMs = 10 * 60_000;
/** Countries and regions from which it is asked for. */
const mostKept = 200;

type PartsOf = (peer: Peer) => Promise<readonly Part[] | null>;

/** Reads the parts of the site map, and keeps them for a while for everybody in the same place. */
function keepParts(door: SiteMapDoor): PartsOf {
  const kept = new Map<string, { readonly until: number; readonly parts: Promise<readonly Part[] | null> }>();
  return async (peer) => {
    const key = JSON.stringify(await door.api.placesOf(peer));
    const known = kept.get(key);
    if (known && known.until > Date.now()) return known.parts;
    const parts = ask<Part>(door, '/site-map', peer);
    kept.delete(key);
    kept.set(key, { until: Date.now() + keptMs, parts });
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    // A refusal may depend on more than the place.
    const forget = () => kept.delete(key);
    void parts.then((found) => found ?? forget(), forget);
    return parts;
  };
}

/** The XML of an address, or null for one that isn't part of the site map. */
async function xmlOf(
  { partsOf, ...door }: ApiDoor & { readonly partsOf: PartsOf },
  query: URLSearchParams,
  peer: Peer,
): Promise<string | null> {
  const [asked, after] = [query.get('kind'), query.get('after')];
  if (asked === 'site') {
    const categories = await ask<{ name: string }>(door, '/performers/categories', peer);
    return categories && siteOwn(door.publicUrl, categories);
  }
  if (asked === null) {
    const parts = await partsOf(peer);
    return parts && indexOf(door.publicUrl, parts);
  }
  const kind = SiteMapKind.safeParse(asked);
  if (!kind.success) return null;
  const from = after === null ? '' : `?${new URLSearchParams({ after }).toString()}`;
  const pages = await ask<Page>(door, `/site-map/${kind.data}${from}`, peer);
  return pages && partOf(door.publicUrl, kind.data, pages);
}

const send = (response: ServerResponse, type: string, body: string): true => {
  response
    .writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'private, max-age=3600' })
    .end(body);
  return true;
};

/** Serves the site map, as far as the asker's country may see it, and what robots should know. */
export function createSiteMapRoutes(
  given: SiteMapDoor,
  peerOf: (request: IncomingMessage) => Peer,
): Record<string, ServeStatic> {
  const door = { ...given, partsOf: keepParts(given) };
  return {
    [siteMapPath]: async (request, response, path) => {
      if (path !== siteMapPath) return false;
      const xml = await xmlOf(door, new URL(request.url ?? '', door.publicUrl).searchParams, peerOf(request));
      return xml !== null && send(response, 'application/xml', xml);
    },
    [robotsPath]: async (_, response, path) =>
      path === robotsPath &&
      send(
        response,
        'text/plain',
        [
          'User-agent: *',
          ...closedToRobots.map((prefix) => `Disallow: ${prefix}`),
          '',
          `Sitemap: ${door.publicUrl}${siteMapPath}`,
          '',
        ].join('\n'),
      ),
  };
}
