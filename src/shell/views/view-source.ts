import type { BodyOf } from '#services/http/call.ts';

export type View = BodyOf<'POST /views'>['views'][number];
/** Where somebody came from. */
export type Origin = Pick<View, 'source' | 'ref'>;

const kinds: Readonly<Record<string, View['kind']>> = {
  feeds: 'feed',
  videos: 'video',
  galleries: 'gallery',
  products: 'product',
  auctions: 'auction',
  live: 'stream',
};

/** The item whose page has this path. */
export function parseItem(path: string): Pick<View, 'kind' | 'itemId'> | null {
  const [, folder = '', id] = /^\/([a-z]+)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(path) ?? [];
  const kind = Object.hasOwn(kinds, folder) ? kinds[folder] : undefined;
  return kind && id ? { kind, itemId: id } : null;
}

/** What a page shows as a whole: an item, or a creator's profile. `pattern` is its Next route. */
export function findSubject(pattern: string, path: string): Pick<View, 'kind' | 'itemId'> | null {
  if (pattern !== '/[profileId]') return parseItem(path);
  const id = decodeURIComponent(path.slice(1));
  return id.length > 0 && id.length <= 64 ? { kind: 'profile', itemId: id } : null;
}

const sources: readonly (readonly [RegExp, View['source']])[] = [
  [/^\/home/, 'home'],
  [/^\/search/, 'search'],
  [/^\/tags?(\/|$)/, 'tag'],
  [/^\/\[profileId\]$/, 'profile'],
  [/^\/$|^\/(explore|categories|auctions|live)(\/(?!\[id\])|$)/, 'explore'],
];
/** What a page is to the items that are found on it. */
export const findSource = (pattern: string): View['source'] =>
  sources.find(([pages]) => pages.test(pattern))?.[1] ?? 'other';

/** Pages whose cards aren't met by a reader: they are managed there, judged, or linked in a text. */
export const hasCards = (pattern: string): boolean =>
  !/^\/(creator|operator|auth|messages|posts|contact|user\/(receipts|orders|decisions|statements))(\/|$)/.test(
    pattern,
  );

const parseRef = (text: string): string | undefined => {
  const ref = text.trim().toLowerCase();
  return /^[a-z0-9][a-z0-9._-]{0,49}$/.test(ref) ? ref : undefined;
};
const from = (ref: string | undefined): Origin => ({ source: 'link', ...(ref && { ref }) });

/**
 * Where somebody came from who arrived at this address. The word in its `ref` counts before the site the link
 * was on, of which nothing but the name is looked at.
 */
export function findOrigin(address: string, referrer: string): Origin {
  const { searchParams, origin } = new URL(address);
  const word = parseRef(searchParams.get('ref') ?? '');
  if (word) return from(word);
  const site = URL.canParse(referrer) ? new URL(referrer) : null;
  if (!site || site.origin === origin) return { source: 'direct' };
  return from(parseRef(site.hostname.replace(/^www\./, '')));
}
