/** Default images that come with the site. */
export const noAvatar = '/icons/no-avatar.svg';
export const defaultLeaf = '/icons/leaf.svg';

/** A thumbnail is a URL, or a rendition with one. */
export type Thumb = string | { readonly url: string };

export interface ThumbnailFile {
  readonly type?: string;
  readonly thumbnails?: readonly Thumb[] | null;
}

/** An item's own thumbnail, its teaser, and its files. */
export interface ThumbnailSource {
  readonly thumbnail?: Thumb | ThumbnailFile | null;
  readonly teaser?: ThumbnailFile | null;
  readonly files?: readonly ThumbnailFile[] | null;
}

const thumbUrl = (thumb: Thumb | null | undefined): string | null =>
  (typeof thumb === 'string' ? thumb : thumb?.url) || null;

const firstThumbUrl = (file: ThumbnailFile | null | undefined): string | null =>
  thumbUrl(file?.thumbnails?.[0]);

const own = (thumbnail: ThumbnailSource['thumbnail']): string | null =>
  thumbnail && typeof thumbnail === 'object' && !('url' in thumbnail)
    ? firstThumbUrl(thumbnail)
    : thumbUrl(thumbnail);

const firstOfType = (files: ThumbnailSource['files'], type: string): string | null =>
  firstThumbUrl(files?.find((file) => file.type === type && firstThumbUrl(file) !== null));

interface ThumbnailFiles<F extends ThumbnailFile> {
  readonly thumbnail?: F | null;
  readonly teaser?: F | null;
  readonly files?: readonly F[] | null;
}
/** Like `findThumbnail`, but returns the file whose image represents the item; null for the default leaf. */
export function findThumbnailFile<F extends ThumbnailFile>({
  thumbnail,
  teaser,
  files,
}: ThumbnailFiles<F>): F | null {
  const ofType = (type: string) => files?.find((file) => file.type === type && firstThumbUrl(file) !== null);
  return (
    [thumbnail, ofType('feed-photo'), teaser, ofType('feed-video')].find(
      (file) => firstThumbUrl(file) !== null,
    ) ?? null
  );
}

/**
 * The image that represents an item, in the order of specification section 3: its own thumbnail, the first
 * feed-photo's, the teaser's, the first feed-video's, else the default leaf.
 */
export const findThumbnail = (item: ThumbnailSource): string =>
  own(item.thumbnail) ??
  firstOfType(item.files, 'feed-photo') ??
  firstThumbUrl(item.teaser) ??
  firstOfType(item.files, 'feed-video') ??
  defaultLeaf;
