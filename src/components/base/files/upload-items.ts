import { limits } from '#config/limits.ts';
import type { FileView } from '#contract/core/schemas.ts';
import { formatBytes } from '#lib/format.ts';
import { isNamedHeic } from '#services/base/pictures/shown-everywhere.ts';
import { newIdempotencyKey } from '#services/http/idempotency-key.ts';

/**
 * `waiting` for a free upload slot; `uploading`; `processing` on the server; `ready`; or `failed` with a
 * reason.
 */
export type UploadState = 'waiting' | 'uploading' | 'processing' | 'ready' | 'failed';

/** A file in an upload field, whether uploading, failed or already on the server. */
export interface UploadItem {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  readonly state: UploadState;
  /** Progress of the current `state`, or null if unknown. */
  readonly percent: number | null;
  readonly reason: string | null;
  /** Bytes a second while uploading, once known. */
  readonly speed?: number | null;
  /** Paused until the connection is back. */
  readonly isPaused?: boolean;
  /** URL of a preview: the local file's, then the server's. */
  readonly preview: string | null;
  /** Alternative text. */
  readonly alt: string;
  /** Set as soon as the server has the file, even while it is still being processed. */
  readonly fileId: string | null;
  /** The server's record of the file. */
  readonly view: FileView | null;
  /** Failed because the server couldn’t be reached. */
  readonly isOffline?: boolean;
  /** The local file, kept for retrying. */
  readonly file: File | null;
}

const smallest = (view: FileView): string | null =>
  view.sizes[0]?.url ?? view.thumbnails[0]?.url ?? (view.mime.startsWith('image/') ? view.url : null);

const toUploadState = ({ state }: FileView): UploadState =>
  state === 'ready' || state === 'failed' ? state : 'processing';

/** How the server's record of a file changes its item. */
export const toItemChanges = (view: FileView): Partial<UploadItem> => {
  const preview = smallest(view);
  return {
    view,
    fileId: view._id,
    state: toUploadState(view),
    bytes: view.bytes,
    percent: view.state === 'ready' ? 100 : view.percent || null,
    reason: view.state === 'failed' ? (view.reason ?? 'This file couldn’t be processed.') : null,
    ...(preview && { preview }),
  };
};

/** The item for a file that was saved before. */
export const savedUpload = (view: FileView): UploadItem => ({
  key: view._id,
  name: view.alt || wordFor(view.mime),
  bytes: view.bytes,
  state: 'ready',
  percent: 100,
  reason: null,
  preview: null,
  alt: view.alt ?? '',
  fileId: view._id,
  file: null,
  view,
  ...toItemChanges(view),
});

export const wordFor = (mime: string): string =>
  mime.startsWith('image/')
    ? 'Photo'
    : mime.startsWith('video/')
      ? 'Video'
      : mime.startsWith('audio/')
        ? 'Audio'
        : 'File';

/** What is saved of an upload across a reload; the rest is fetched from the server. */
export interface RememberedUpload {
  readonly fileId: string;
  readonly name: string;
  readonly bytes: number;
  readonly alt: string;
}
export const remembered = (items: readonly UploadItem[]): RememberedUpload[] =>
  items.flatMap(({ fileId, name, bytes, alt, state }) =>
    fileId && state !== 'failed' ? [{ fileId, name, bytes, alt }] : [],
  );
export const restoredUpload = ({ fileId, name, bytes, alt }: RememberedUpload): UploadItem => ({
  key: fileId,
  name,
  bytes,
  alt,
  fileId,
  state: 'processing',
  percent: null,
  reason: null,
  preview: null,
  view: null,
  file: null,
});

/** URL of a local preview. Only images that every browser can show have one. */
export const createPreviewUrl = (file: File): string | null =>
  file.type.startsWith('image/') && !isNamedHeic(file) ? URL.createObjectURL(file) : null;

const inWords = (bytes: number): string =>
  bytes >= 2 ** 30 ? `${bytes / 2 ** 30} GB` : `${bytes / 2 ** 20} MB`;

/** Why the server would refuse a file for its size, known before anything is sent; null if it wouldn't. */
export function sizeProblem(
  file: Pick<File, 'name' | 'size' | 'type'>,
  mostOfFiles: number = limits.upload.videoBytes,
): string | null {
  const { size, type } = file;
  if (size === 0) return 'This file is empty.';
  const [what, most] =
    type.startsWith('image/') || isNamedHeic(file)
      ? ['Pictures', limits.upload.imageBytes]
      : ['Files', mostOfFiles];
  return size > most ? `${what} can be up to ${inWords(most)}. This one is ${formatBytes(size)}.` : null;
}

export const pickedUpload = (file: File, mostOfFiles?: number): UploadItem => {
  const reason = sizeProblem(file, mostOfFiles);
  // Sending a file of the wrong size again wouldn't help.
  return reason ? { ...waitingUpload(file), state: 'failed', reason, file: null } : waitingUpload(file);
};

const waitingUpload = (file: File): UploadItem => ({
  key: newIdempotencyKey(),
  name: file.name,
  bytes: file.size,
  state: 'waiting',
  percent: 0,
  reason: null,
  preview: createPreviewUrl(file),
  alt: '',
  fileId: null,
  view: null,
  file,
});

/** Moves an item to an index. Returns the list unchanged if the index is out of range. */
export function movedTo(items: readonly UploadItem[], key: string, to: number): readonly UploadItem[] {
  const from = items.findIndex((item) => item.key === key);
  const item = items[from];
  if (!item || from === to || to < 0 || to >= items.length) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}
