import type { AccessView, FileType, FileView } from '#contract/core/schemas.ts';
import type { Ctx } from '../../kernel/context.ts';
import { files, type StoredRendition } from '../../db/schema/files.ts';
import { captionsLanguage } from './caption-files.ts';
import { blurName, signFile } from './media-addresses.ts';

/**
 * Public pictures: the widths kept of each, and the one that addresses name. The name is the width, so an
 * address needs no look into the database.
 */
export const publicPictures = {
  avatar: { widths: [256], shown: 256 },
  cover: { widths: [640, 1280], shown: 1280 },
} as const;
export type PublicPicture = keyof typeof publicPictures;

/**
 * The unchanging address of a public picture; null where there is none. `storageKey` as `storePublicImage`
 * gave it.
 */
export const publicImageUrl = (storageKey: string | null, use: PublicPicture): string | null =>
  storageKey ? `/media/${storageKey}/${publicPictures[use].shown}.webp` : null;

export type FileRow = typeof files.$inferSelect;
/** The columns a view is made of. */
export const fileColumns = {
  id: files.id,
  type: files.type,
  mime: files.mime,
  state: files.state,
  percent: files.percent,
  reason: files.reason,
  bytes: files.bytes,
  width: files.width,
  height: files.height,
  duration: files.duration,
  alt: files.alt,
  placeholder: files.placeholder,
  renditions: files.renditions,
  peaks: files.peaks,
  asUploaded: files.asUploaded,
};
export type FileFacts = Pick<FileRow, keyof typeof fileColumns>;

/** A picture this wide stands for its file in lists. */
const THUMBNAIL_WIDTH = 320;

const isImage = (rendition: StoredRendition): boolean => rendition.mime.startsWith('image/');
const isPlayed = (rendition: StoredRendition): boolean =>
  !isImage(rendition) && !isPiece(rendition) && captionsLanguage(rendition) === null;

/** What a playlist names: no way to play on its own. */
const isPiece = ({ name }: StoredRendition): boolean => /^\d+(-hls\.mp4|\.m3u8)$/.test(name);
const kindOfSource = (name: string, asUploaded: boolean): FileView['sources'][number]['kind'] =>
  name.endsWith('.m3u8') ? 'hls' : asUploaded || name.startsWith('original.') ? 'original' : 'mp4';

/** Of a film that has any; most files aren't to say that they have none. */
function captionsOf(
  { renditions }: FileFacts,
  address: (rendition: string) => string,
): Pick<FileView, 'captions'> {
  const captions = renditions.flatMap((each) => {
    const language = captionsLanguage(each);
    return language === null ? [] : [{ language, url: address(each.name) }];
  });
  return captions.length > 0 ? { captions } : {};
}

/**
 * A file as its viewer may see it. Without access only what a locked item may tell leaves the server: kind,
 * proportions, duration, the average colours and a blurred picture; neither an address of the file nor the
 * words that describe it.
 */
export function fileView(
  ctx: Ctx,
  row: FileFacts,
  { readable, by }: { readable: boolean; by?: AccessView['reason'] | undefined },
): FileView {
  const address = signFile(ctx, row.id, { readable, by, duration: row.duration });
  const pictures = row.renditions.filter(
    (rendition) => isImage(rendition) && (rendition.name === blurName) !== readable,
  );
  const shown = pictures.map(({ name, width, height }) => ({ url: address(name), width, height }));
  const largest = shown.at(-1);
  const sources = row.state === 'ready' ? row.renditions.filter(isPlayed) : [];
  // Not every browser plays from a playlist.
  const source = sources.find(({ name }) => !name.endsWith('.m3u8'));
  const base = {
    _id: row.id,
    type: row.type as FileType,
    mime: row.mime,
    state: row.state,
    percent: row.percent,
    width: row.width,
    height: row.height,
    duration: row.duration,
    placeholder: row.placeholder,
    asUploaded: row.asUploaded,
  };
  if (!readable)
    return {
      ...base,
      reason: null,
      bytes: 0,
      alt: null,
      url: null,
      sizes: [],
      sources: [],
      peaks: null,
      thumbnails: shown,
    };
  return {
    ...base,
    reason: row.reason,
    bytes: row.bytes,
    alt: row.alt,
    url: source ? address(source.name) : (largest?.url ?? null),
    sizes: source ? [] : shown,
    sources: sources.map(({ name, mime, width, height }) => ({
      url: address(name),
      mime,
      kind: kindOfSource(name, row.asUploaded),
      height: Math.min(width, height) || null,
    })),
    ...captionsOf(row, address),
    peaks: row.peaks,
    thumbnails: shown
      .filter(({ width }, index) => width >= THUMBNAIL_WIDTH || index === shown.length - 1)
      .slice(0, 2),
  };
}
