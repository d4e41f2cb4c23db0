import type { FileView } from '#contract/core/schemas.ts';
import { newIntentKey } from '#services/http/idempotency-key.ts';

/**
 * `waiting`: for its turn; `uploading`: on its way; `processing`: the server has it and works on it; `ready`;
 * `failed`, with the reason.
 */
export type UploadState = 'waiting' | 'uploading' | 'processing' | 'ready' | 'failed';

/** A file that is to be part of something: on its way, failed, or on the server. */
export interface UploadItem {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  readonly state: UploadState;
  /** Of what `state` says; null where nobody knows how far. */
  readonly percent: number | null;
  readonly reason: string | null;
  /** An address that shows it now: of the local file, then of the server's. */
  readonly preview: string | null;
  /** What it shows, for those who can't see it. */
  readonly alt: string;
  /** Set as soon as the server has it, also while it is being processed. */
  readonly fileId: string | null;
  /** As the server has it. */
  readonly view: FileView | null;
  /** The local file, for another try. */
  readonly file: File | null;
}

const smallest = (view: FileView): string | null =>
  view.sizes[0]?.url ?? view.thumbnails[0]?.url ?? (view.mime.startsWith('image/') ? view.url : null);

const stateOf = ({ state }: FileView): UploadState =>
  state === 'ready' || state === 'failed' ? state : 'processing';

/** What the server's word on a file means for its item. */
export const uploadStateOf = (view: FileView): Partial<UploadItem> => {
  const preview = smallest(view);
  return {
    view,
    fileId: view._id,
    state: stateOf(view),
    bytes: view.bytes,
    percent: view.state === 'ready' ? 100 : view.percent || null,
    reason: view.state === 'failed' ? (view.reason ?? 'This file couldn’t be processed.') : null,
    ...(preview && { preview }),
  };
};

/** A file that the thing already has. */
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
  ...uploadStateOf(view),
});

export const wordFor = (mime: string): string =>
  mime.startsWith('image/')
    ? 'Photo'
    : mime.startsWith('video/')
      ? 'Video'
      : mime.startsWith('audio/')
        ? 'Audio'
        : 'File';

/** What is remembered of an upload over a reload; the rest is asked of the server. */
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

/** What the browser shows of a local file by itself. */
const previewOf = (file: File): string | null =>
  file.type.startsWith('image/') ? URL.createObjectURL(file) : null;

export const pickedUpload = (file: File): UploadItem => ({
  key: newIntentKey(),
  name: file.name,
  bytes: file.size,
  state: 'waiting',
  percent: 0,
  reason: null,
  preview: previewOf(file),
  alt: '',
  fileId: null,
  view: null,
  file,
});

/** The item at that place, the others closing up; as it was where the place is beyond the ends. */
export function movedTo(items: readonly UploadItem[], key: string, to: number): readonly UploadItem[] {
  const from = items.findIndex((item) => item.key === key);
  const item = items[from];
  if (!item || from === to || to < 0 || to >= items.length) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}
