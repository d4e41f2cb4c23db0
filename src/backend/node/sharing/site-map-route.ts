import type { IncomingMessage, ServerResponse } from 'node:http';
import { routes } from '#config/routes.ts';
import { SiteMapKind } from '#contract/base/site.ts';
import type { Backend } from '../../create-backend.ts';
import { helpPageNames } from '../../domain/base/site/help/help-pages.ts';
import type { Peer } from '../../kernel/context.ts';
import type { ServeStatic } from '../pages/static-files.ts';
import { escapeMarkup } from '#lib/markup/escape-markup.ts';
import type { SiteApi } from './shared-item.ts';

export const siteMapPath = '/sitemap.xml';
export const robotsPath = '/robots.txt';

const pagePaths: Record<SiteMapKind, (name: string) => string> = {
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
  routes.help,
  ...helpPageNames.map(routes.helpPage),
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

interface SiteMapApi extends SiteApi {
  readonly api: Pick<Backend, 'fetch' | 'findPlaces'>;
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

const formatIndex = (publicUrl: string, parts: readonly Part[]): string =>
  document(
    'sitemapindex',
    [`${siteMapPath}?kind=site`, ...parts.map(partName)].map(
      (path) => `<sitemap><loc>${escapeMarkup(publicUrl + path)}</loc></sitemap>`,
    ),
  );

const formatPart = (publicUrl: string, kind: SiteMapKind, pages: readonly Page[]): string =>
  document(
    'urlset',
    pages.map(
      ({ name, updatedAt }) =>
        `<url><loc>${escapeMarkup(publicUrl + pagePaths[kind](encodeURIComponent(name)))}</loc><lastmod>${updatedAt}</lastmod></url>`,
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
  { api, publicUrl }: SiteApi,
  path: string,
  peer: Peer,
): Promise<readonly Row[] | null> {
  const reply = await api.fetch(new Request(new URL(`/api/v1${path}`, publicUrl)), peer);
  if (reply.status >= 500) throw new Error(`The API answered ${reply.status} for the site map.`);
  return reply.ok ? ((await reply.json()) as { data: { data: readonly Row[] } }).data.data : null;
}

/** Counting a million pages takes a second, and anybody may ask. A part appears once in five thousand pages. */
const cacheMs = 10 * 60_000;
/** One entry for each country or region that requests come from. */
const maxCached = 200;

type PartsOf = (peer: Peer) => Promise<readonly Part[] | null>;

/** Reads the parts of the site map, and caches them for a while for everybody in the same place. */
function cachedParts(site: SiteMapApi): PartsOf {
  const cached = new Map<
    string,
    { readonly until: number; readonly parts: Promise<readonly Part[] | null> }
  >();
  return async (peer) => {
    const key = JSON.stringify(await site.api.findPlaces(peer));
    const known = cached.get(key);
    if (known && known.until > Date.now()) return known.parts;
    const parts = ask<Part>(site, '/site-map', peer);
    cached.delete(key);
    cached.set(key, { until: Date.now() + cacheMs, parts });
    const [oldest] = cached.keys();
    if (cached.size > maxCached && oldest !== undefined) cached.delete(oldest);
    // A refusal may depend on more than the place.
    const forget = () => cached.delete(key);
    void parts.then((found) => found ?? forget(), forget);
    return parts;
  };
}

/** The XML of an address, or null for one that isn't part of the site map. */
async function buildXml(
  { listParts, ...site }: SiteApi & { readonly listParts: PartsOf },
  query: URLSearchParams,
  peer: Peer,
): Promise<string | null> {
  const [requested, after] = [query.get('kind'), query.get('after')];
  if (requested === 'site') {
    const categories = await ask<{ name: string }>(site, '/performers/categories', peer);
    return categories && siteOwn(site.publicUrl, categories);
  }
  if (requested === null) {
    const parts = await listParts(peer);
    return parts && formatIndex(site.publicUrl, parts);
  }
  const kind = SiteMapKind.safeParse(requested);
  if (!kind.success) return null;
  const from = after === null ? '' : `?${new URLSearchParams({ after }).toString()}`;
  const pages = await ask<Page>(site, `/site-map/${kind.data}${from}`, peer);
  return pages && formatPart(site.publicUrl, kind.data, pages);
}

const send = (response: ServerResponse, type: string, body: string): true => {
  response
    .writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'private, max-age=3600' })
    .end(body);
  return true;
};

/** Serves the site map, as far as the visitor's country may see it, and robots.txt. */
export function createSiteMapRoutes(
  given: SiteMapApi,
  peerOf: (request: IncomingMessage) => Peer,
): Record<string, ServeStatic> {
  const site = { ...given, listParts: cachedParts(given) };
  return {
    [siteMapPath]: async (request, response, path) => {
      if (path !== siteMapPath) return false;
      const xml = await buildXml(
        site,
        new URL(request.url ?? '', site.publicUrl).searchParams,
        peerOf(request),
      );
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
          `Sitemap: ${site.publicUrl}${siteMapPath}`,
          '',
        ].join('\n'),
      ),
  };
}
