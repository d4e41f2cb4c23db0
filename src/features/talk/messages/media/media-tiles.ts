import type { FileView } from '#contract/core/schemas.ts';
import type { MediaMessage } from '#contract/talk/messages/media.ts';
import { mediaText } from '#components/content/media-items/access-options.ts';
import { formatDuration } from '#lib/format.ts';
import { formatDay } from '#lib/format-time.ts';
import { summarizeFiles } from '#lib/media-summary.ts';

export type TileKind = 'photo' | 'video' | 'voice';

/** One thing in the grid: a file, or all locked files of a message, which are sold together. */
export interface MediaTile {
  readonly key: string;
  readonly message: MediaMessage;
  readonly file: FileView;
  readonly kind: TileKind;
  /** Its position among the message's readable files of its kind; null if it is locked. */
  readonly at: number | null;
  /** Length, or what is locked: "3 photos · 0:42". */
  readonly text: string;
}

export const tileKind = ({ mime }: Pick<FileView, 'mime'>): TileKind =>
  mime.startsWith('video/') ? 'video' : mime.startsWith('audio/') ? 'voice' : 'photo';

/** The tiles of a message. `files` may be some of its files, but all of a kind. */
export function toTiles(message: MediaMessage): MediaTile[] {
  const readable = message.files.filter((file) => file.url !== null);
  const locked = message.files.filter((file) => file.url === null);
  const tiles = readable.map((file) => {
    const kind = tileKind(file);
    return {
      key: `${message._id}-${file._id}`,
      message,
      file,
      kind,
      at: readable.filter((each) => tileKind(each) === kind).indexOf(file),
      text: file.duration ? formatDuration(file.duration) : '',
    };
  });
  const [first] = locked;
  if (!first) return tiles;
  const text = mediaText(summarizeFiles(locked));
  return [...tiles, { key: message._id, message, file: first, kind: tileKind(first), at: null, text }];
}

const names: Record<TileKind, string> = { photo: 'Photo', video: 'Video', voice: 'Voice message' };

/** "Video from Lena, Nov 20, 2026, 0:42, bought". */
export function tileName(tile: MediaTile, sender: string): string {
  const { message, kind, at, text } = tile;
  const locked = at === null;
  return [
    `${locked ? 'Locked' : names[kind]} from ${sender}`,
    formatDay(message.createdAt),
    text,
    message.isBought && 'bought',
  ]
    .filter(Boolean)
    .join(', ');
}
