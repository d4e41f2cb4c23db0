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

const addressOf = (thumb: Thumb | null | undefined): string | null =>
  (typeof thumb === 'string' ? thumb : thumb?.url) || null;

const firstOf = (file: ThumbnailFile | null | undefined): string | null => addressOf(file?.thumbnails?.[0]);

const own = (thumbnail: ThumbnailSource['thumbnail']): string | null =>
  thumbnail && typeof thumbnail === 'object' && !('url' in thumbnail)
    ? firstOf(thumbnail)
    : addressOf(thumbnail);

const firstOfType = (files: ThumbnailSource['files'], type: string): string | null =>
  firstOf(files?.find((file) => file.type === type && firstOf(file) !== null));

interface ThumbnailFiles<F extends ThumbnailFile> {
  readonly thumbnail?: F | null;
  readonly teaser?: F | null;
  readonly files?: readonly F[] | null;
}
/** Like `thumbnailOf`, but returns the file whose image represents the item; null for the default leaf. */
export function thumbnailFileOf<F extends ThumbnailFile>({
  thumbnail,
  teaser,
  files,
}: ThumbnailFiles<F>): F | null {
  const ofType = (type: string) => files?.find((file) => file.type === type && firstOf(file) !== null);
  return (
    [thumbnail, ofType('feed-photo'), teaser, ofType('feed-video')].find((file) => firstOf(file) !== null) ??
    null
  );
}

/**
 * The image that represents an item, in the order of specification section 3: its own thumbnail, the first
 * feed-photo's, the teaser's, the first feed-video's, else the default leaf.
 */
export const thumbnailOf = (item: ThumbnailSource): string =>
  own(item.thumbnail) ??
  firstOfType(item.files, 'feed-photo') ??
  firstOf(item.teaser) ??
  firstOfType(item.files, 'feed-video') ??
  defaultLeaf;
