import { limits } from '#config/limits.ts';
import type { FileType, FileView } from '#contract/core/schemas.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { files, type StoredRendition } from '../../../db/schema/files.ts';
import { captionsLanguage } from './caption-files.ts';
import { type Signing, blurName, signFile, stillName } from './media-addresses.ts';

/**
 * Public images: the widths stored, and the one used in URLs. The width is the file name, so building a URL
 * needs no query.
 */
export const publicPictures = {
  avatar: { widths: [limits.publicPicture.avatar], shown: limits.publicPicture.avatar },
  cover: { widths: [640, 960, limits.publicPicture.cover], shown: limits.publicPicture.cover },
} as const;
export type PublicPicture = keyof typeof publicPictures;

/**
 * The permanent URL of a public image, or null when there is none. `storageKey` comes from
 * `storePublicImage`.
 */
export const publicImageUrl = (storageKey: string | null, use: PublicPicture): string | null =>
  storageKey ? `/media/${storageKey}/${publicPictures[use].shown}.webp` : null;

export type FileRow = typeof files.$inferSelect;
/** The columns a file view needs. */
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

/** The width of images that represent a file in lists. */
const THUMBNAIL_WIDTH = 320;

const isImage = (rendition: StoredRendition): boolean => rendition.mime.startsWith('image/');
const isPlayed = (rendition: StoredRendition): boolean =>
  !isImage(rendition) && !isPiece(rendition) && captionsLanguage(rendition) === null;

/** An animation as it was uploaded, of which pictures are still to be made. */
const isUnconverted = ({ state }: FileFacts, { name }: StoredRendition): boolean =>
  state !== 'ready' && name.startsWith('original.');

/** What is shown of it as pictures: where it may not be read, what is blurred. */
const shownPictures = (row: FileFacts, readable: boolean): StoredRendition[] =>
  row.renditions.filter(
    (rendition) =>
      isImage(rendition) &&
      rendition.name !== stillName &&
      (rendition.name === blurName) !== readable &&
      !isUnconverted(row, rendition),
  );

/** Files referenced by a playlist, which can't be played on their own. */
const isPiece = ({ name }: StoredRendition): boolean => /^\d+(-hls\.mp4|\.m3u8)$/.test(name);
const kindOfSource = (name: string, asUploaded: boolean): FileView['sources'][number]['kind'] =>
  name.endsWith('.m3u8') ? 'hls' : asUploaded || name.startsWith('original.') ? 'original' : 'mp4';

/** A video's captions. Left out when there are none, which is the usual case. */
function toCaptions(
  { renditions }: FileFacts,
  address: (rendition: string) => string,
): Pick<FileView, 'captions'> {
  const captions = renditions.flatMap((each) => {
    const language = captionsLanguage(each);
    return language === null ? [] : [{ language, url: address(each.name) }];
  });
  return captions.length > 0 ? { captions } : {};
}

/** What is said of a file that the viewer may not read. */
const withheld = () => ({
  reason: null,
  bytes: 0,
  alt: null,
  url: null,
  sizes: [],
  sources: [],
  peaks: null,
});

/**
 * A file as the viewer may see it. Without access, only what a locked item may reveal leaves the server:
 * kind, proportions, duration, average colors, and a blurred image, but no URL of the file and no alt text.
 */
export function fileView(
  ctx: Ctx,
  row: FileFacts,
  { readable, by, as }: Pick<Signing, 'readable' | 'by' | 'as'>,
): FileView {
  const address = signFile(ctx, row.id, { readable, by, as, duration: row.duration });
  const pictures = shownPictures(row, readable);
  const moves = readable && row.renditions.some(({ name }) => name === stillName);
  const shown = pictures.map(({ name, width, height }) => ({
    url: address(name),
    width,
    height,
    ...(moves && { still: address(stillName) }),
  }));
  const largest = shown.at(-1);
  const sources = row.state === 'ready' ? row.renditions.filter(isPlayed) : [];
  // Not every browser can play a playlist.
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
  if (!readable) return { ...base, ...withheld(), thumbnails: shown };
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
    ...toCaptions(row, address),
    peaks: row.peaks,
    thumbnails: shown
      .filter(({ width }, index) => width >= THUMBNAIL_WIDTH || index === shown.length - 1)
      .slice(0, 2),
  };
}
