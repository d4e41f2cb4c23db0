import { routes } from '#config/routes.ts';
import type { SharedKind } from '#config/sharing.ts';
import type { Performer } from '#contract/people/creators.ts';
import type { FileView, PerformerCard } from '#contract/core/schemas.ts';
import { shortPost } from '#lib/markup/post-text.ts';
import { findThumbnailFile } from '#lib/thumbnail.ts';
import type { Backend } from '../../create-backend.ts';
import type { Peer } from '../../kernel/context.ts';

/** What a link to this site shows elsewhere. Never a price, because that changes and the picture doesn't. */
export interface SharedItem {
  readonly kind: SharedKind;
  readonly title: string;
  readonly creator: Pick<PerformerCard, 'name' | 'username' | 'avatar'>;
  /** URL of a picture that visitors may see, or null. */
  readonly picture: string | null;
  /** The page, as a path of this site. */
  readonly path: string;
  /** Whether visitors can read it as a whole. */
  readonly isOpen: boolean;
}

export interface SiteApi {
  readonly api: Pick<Backend, 'fetch'>;
  readonly publicUrl: string;
}

/** The parts of an item's reply that are used here. */
interface ItemReply {
  readonly _id: string;
  readonly performer: PerformerCard;
  readonly title?: string;
  readonly text?: string;
  readonly access?: { readonly allowed: boolean };
  readonly images?: readonly FileView[];
  readonly cover?: FileView | null;
  readonly files?: readonly FileView[];
  readonly thumbnail?: FileView | null;
  readonly teaser?: FileView | null;
}

/** How each kind is requested, and what it is called where it has no title. */
const kinds = {
  profile: { call: (id: string) => `/performers/${id}`, name: 'profile' },
  feeds: { call: (id: string) => `/user/feeds/${id}`, name: 'post', path: routes.feed },
  series: { call: (id: string) => `/post-series/${id}`, name: 'series', path: routes.series },
  videos: { call: (id: string) => `/performer-assets/videos/${id}`, name: 'video', path: routes.video },
  galleries: {
    call: (id: string) => `/performer-assets/galleries/${id}/view`,
    name: 'gallery',
    path: routes.gallery,
  },
  products: {
    call: (id: string) => `/performer-assets/products/${id}`,
    name: 'product',
    path: routes.product,
  },
  auctions: { call: (id: string) => `/autions/${id}/view`, name: 'auction', path: routes.auction },
  live: { call: (id: string) => `/streaming/${id}`, name: 'live stream', path: routes.stream },
} as const satisfies Record<SharedKind, unknown>;

/** A kind and a username or id out of `<prefix><kind>/<id><ending>`, or of a username alone; null for anything else. */
export function sharedPath(
  path: string,
  { prefix, ending }: { prefix: string; ending: string },
): { kind: SharedKind; id: string } | null {
  if (!path.startsWith(prefix) || !path.endsWith(ending)) return null;
  const segments = path.slice(prefix.length, path.length - ending.length).split('/');
  const [kind = '', id = ''] = segments.length === 1 ? ['profile', ...segments] : segments;
  if (segments.length > 2 || !/^[\w.-]{1,64}$/.test(id) || !Object.hasOwn(kinds, kind)) return null;
  return { kind: kind as SharedKind, id };
}

const largest = (sizes: FileView['sizes'] | undefined): string | null =>
  [...(sizes ?? [])].sort((a, b) => b.width - a.width).find(({ width }) => width <= 1280)?.url ?? null;

function pickPicture({ images, cover, files, thumbnail, teaser }: ItemReply): string | null {
  const file = images?.[0] ?? cover ?? findThumbnailFile({ files, thumbnail, teaser });
  return largest(file?.sizes.length ? file.sizes : file?.thumbnails);
}

const ofProfile = ({ name, username, avatar, cover, _id }: Performer): SharedItem => ({
  kind: 'profile',
  title: name,
  creator: { name, username, avatar },
  picture: cover,
  path: routes.profile(username || _id),
  isOpen: true,
});

function ofItem(kind: Exclude<SharedKind, 'profile'>, item: ItemReply): SharedItem {
  const { performer, title, text, access } = item;
  const [{ name, path }, words] = [kinds[kind], title ?? shortPost(text ?? '', 90)];
  return {
    kind,
    title: words || `A ${name} by ${performer.name}`,
    creator: performer,
    picture: pickPicture(item),
    path: path(item._id),
    isOpen: access?.allowed ?? true,
  };
}

/**
 * Reads an item as a visitor from the same place does, through the API, so that nothing is shown elsewhere
 * that isn't shown here. Null when there is nothing that this visitor may see.
 */
export async function readShared(
  { api, publicUrl }: SiteApi,
  { kind, id }: { kind: SharedKind; id: string },
  peer: Peer,
): Promise<SharedItem | null> {
  const reply = await api.fetch(
    new Request(new URL(`/api/v1${kinds[kind].call(encodeURIComponent(id))}`, publicUrl)),
    peer,
  );
  if (reply.status >= 500) throw new Error(`The API answered ${reply.status} for a shared ${kind}.`);
  if (!reply.ok) return null;
  const { data } = (await reply.json()) as { data: unknown };
  return kind === 'profile' ? ofProfile(data as Performer) : ofItem(kind, data as ItemReply);
}
