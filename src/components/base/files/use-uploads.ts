import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { FileView } from '#contract/core/schemas.ts';
import { problemCode, problemMessage } from '#lib/problem.ts';
import type { Api } from '#services/http/api.ts';
import { retryFile } from '#services/base/files.ts';
import { leftPage } from '#services/http/left-page.ts';
import { isNamedHeic, shownEverywhere } from '#services/base/pictures/shown-everywhere.ts';
import { useApi } from '#state/hooks.ts';

import {
  type UploadItem,
  savedUpload,
  movedTo,
  pickedUpload,
  createPreviewUrl,
  toItemChanges,
} from './upload-items.ts';
import { useFileStates } from './use-file-states.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

/** How many files upload at the same time; the rest wait. */
const atOnce = 3;

export interface Sending {
  readonly onProgress: (percent: number) => void;
  readonly signal: AbortSignal;
  /** Called with true while the upload waits for a connection. */
  readonly onPause: (isPaused: boolean) => void;
  /** Sent with the file (specification section 7). */
  readonly customData: Readonly<Record<string, unknown>>;
}
export interface UploadsOptions {
  /**
   * Uploads one file and resolves with the server's record: `uploadPostPhoto` or similar, or a cloud upload
   * followed by `POST /files`. The file may still be queued or processing; the hook follows it from there.
   */
  readonly send: (file: File, sending: Sending) => Promise<FileView>;
  readonly initial?: readonly UploadItem[];
  /** Files beyond this number are not added but named in `beyond`. */
  readonly max?: number;
  /** The largest file in bytes, other than pictures, which have a limit of their own. */
  readonly maxBytes?: number;
  /** Sent with every file, in addition to its name. */
  readonly customData?: Readonly<Record<string, unknown>>;
}

const isHopeless = (caught: unknown): boolean =>
  ['too_large', 'removed_picture'].includes(problemCode(caught) ?? '');

/** Before this time has passed, in milliseconds, a speed would be a guess. */
const speedAfterMs = 2_000;

/**
 * Returns the average speed in bytes a second at a percentage of a file, since the first one told; null in the
 * beginning. An upload that goes on after an interruption doesn't begin at 0.
 */
function speedometer(bytes: number): (percent: number) => number | null {
  let began: { readonly at: number; readonly percent: number } | null = null;
  return (percent) => {
    began ??= { at: performance.now(), percent };
    const ms = performance.now() - began.at;
    const done = percent - began.percent;
    return ms < speedAfterMs || done === 0 ? null : (bytes * done) / 100 / (ms / 1_000);
  };
}

type Change = (key: string, next: Partial<UploadItem>) => void;

/** Cancels uploads and revokes preview URLs on unmount. */
function useTidyUp(stops: RefObject<Map<string, AbortController>>, items: readonly UploadItem[]): void {
  const latest = useRef(items);
  useEffect(() => {
    latest.current = items;
  }, [items]);
  useEffect(() => {
    const running = stops.current;
    return () => {
      for (const stop of running.values()) stop.abort(leftPage);
      for (const { preview } of latest.current)
        if (preview?.startsWith('blob:')) URL.revokeObjectURL(preview);
    };
  }, [stops]);
}

/** Converts a HEIC photo, which then has a preview and another name. Any other file is returned unchanged. */
async function openedPicture(
  picked: File,
  { key, change, signal }: { key: string; change: Change; signal: AbortSignal },
): Promise<File> {
  if (isNamedHeic(picked)) change(key, { state: 'processing', percent: null, reason: null });
  const file = await shownEverywhere(picked, signal);
  if (file !== picked && !signal.aborted)
    change(key, { file, name: file.name, bytes: file.size, preview: createPreviewUrl(file) });
  return file;
}

/** What an upload tells on its way, as changes of its item. */
function reportProgress(
  bytes: number,
  change: (next: Partial<UploadItem>) => void,
): Pick<Sending, 'onProgress' | 'onPause'> {
  let speedAt = speedometer(bytes);
  return {
    // Once the last byte is sent, the server starts processing.
    onProgress: (percent) =>
      change(percent < 100 ? { percent, speed: speedAt(percent) } : { percent: null, state: 'processing' }),
    onPause: (isPaused) => {
      if (isPaused) speedAt = speedometer(bytes);
      change({ isPaused });
    },
  };
}

/** Uploads files a few at a time. Each upload can be canceled. */
function useSending({ send, customData }: UploadsOptions, change: Change) {
  const stops = useRef(new Map<string, AbortController>());
  const queue = useRef<UploadItem[]>([]);
  const sendOne = async ({ key, file: picked }: UploadItem) => {
    if (!picked) return;
    const stop = new AbortController();
    stops.current.set(key, stop);
    try {
      const file = await openedPicture(picked, { key, change, signal: stop.signal });
      change(key, { state: 'uploading', percent: 0, reason: null, isOffline: false, isPaused: false });
      const view = await send(file, {
        ...reportProgress(file.size, (next) => change(key, next)),
        signal: stop.signal,
        customData: { ...customData, name: file.name },
      });
      change(key, toItemChanges(view));
    } catch (caught) {
      // Sending it again wouldn't help.
      if (problemCode(caught) !== 'aborted')
        change(key, {
          state: 'failed',
          reason: problemMessage(caught),
          isOffline: problemCode(caught) === 'network',
          ...(isHopeless(caught) && { file: null }),
        });
    } finally {
      stops.current.delete(key);
      pump();
    }
  };
  const pump = () => {
    while (stops.current.size < atOnce) {
      const next = queue.current.shift();
      if (!next) return;
      void sendOne(next);
    }
  };
  return {
    stops,
    begin: (items: readonly UploadItem[]) => {
      queue.current.push(...items);
      pump();
    },
    stop: (key: string, reason?: string) => {
      queue.current = queue.current.filter((item) => item.key !== key);
      stops.current.get(key)?.abort(reason);
    },
  };
}

/** Follows the files that the server is processing. */
function useFollowing(items: readonly UploadItem[], change: Change): void {
  const pending = items.flatMap(({ fileId, state }) => (fileId && state === 'processing' ? [fileId] : []));
  const changeFile = (fileId: string, next: Partial<UploadItem>) => {
    const item = items.find((each) => each.fileId === fileId);
    if (item) change(item.key, next);
  };
  useFileStates(pending, {
    onView: (view) => changeFile(view._id, toItemChanges(view)),
    onProgress: (fileId, { percent }) => changeFile(fileId, { percent }),
    onGone: (fileId) =>
      changeFile(fileId, {
        state: 'failed',
        fileId: null,
        reason: 'This upload has expired. Remove it and add the file again.',
      }),
  });
}

/** Asks the server to process a file again. */
async function processAgain(api: Api, { key, fileId }: UploadItem, change: Change): Promise<void> {
  if (!fileId) return;
  change(key, { state: 'processing', percent: null, reason: null });
  try {
    change(key, toItemChanges(await retryFile(api, fileId)));
  } catch (caught) {
    // A conflict means another tab has already retried it, so just follow the state.
    change(
      key,
      problemCode(caught) === 'conflict'
        ? { state: 'processing' }
        : { state: 'failed', reason: problemMessage(caught) },
    );
  }
}

/**
 * State of an upload field, in an order the user can change; render it with `Uploads`. Files upload as soon
 * as they are added, a few at a time. A failed upload keeps its file for a retry. Leaving the page during an
 * upload asks for confirmation.
 */
export function useUploads(options: UploadsOptions) {
  const api = useApi();
  const [items, setItems] = useState<readonly UploadItem[]>(options.initial ?? []);
  const [beyond, setBeyond] = useState<readonly string[]>([]);
  const change: Change = (key, next) =>
    setItems((now) => now.map((item) => (item.key === key ? { ...item, ...next } : item)));
  const sending = useSending(options, change);
  useFollowing(items, change);
  useTidyUp(sending.stops, items);
  const busy = items.some(
    ({ state, fileId }) =>
      state === 'waiting' || state === 'uploading' || (state === 'processing' && fileId === null),
  );
  useLeaveWarning(busy);
  const max = options.max ?? Infinity;
  return {
    items,
    max,
    /** Names of the most recently picked files that exceeded the limit. */
    beyond,
    add: (files: readonly File[]) => {
      const room = Math.max(0, max - items.length);
      const added = files.slice(0, room).map((file) => pickedUpload(file, options.maxBytes));
      setBeyond(files.slice(room).map(({ name }) => name));
      setItems((now) => [...now, ...added]);
      sending.begin(added.filter(({ file }) => file !== null));
    },
    /** Adds a file that is already on the server, such as one derived from another file. */
    take: (view: FileView) => setItems((now) => (now.length < max ? [...now, savedUpload(view)] : now)),
    /** Processes the file again if the server has it, else uploads it again. */
    retry: (item: UploadItem) => (item.fileId ? void processAgain(api, item, change) : sending.begin([item])),
    /** Removes an item and cancels its upload. */
    remove: ({ key }: UploadItem) => {
      sending.stop(key);
      setBeyond([]);
      setItems((now) => now.filter((item) => item.key !== key));
    },
    /** Empties the field after its files were handed on: what has arrived of them stays. */
    handOver: () => {
      for (const { key } of items) sending.stop(key, leftPage);
      setBeyond([]);
      setItems([]);
    },
    move: ({ key }: UploadItem, to: number) => setItems((now) => movedTo(now, key, to)),
    describe: ({ key }: UploadItem, alt: string) => change(key, { alt }),
    /** Uploading, so nothing can be saved yet. Files that are still processing can be saved. */
    busy,
    processing: items.some(({ state }) => state === 'processing'),
    failed: items.some(({ state }) => state === 'failed'),
    /** Ids of the files that the server has, in order. */
    fileIds: items.flatMap(({ fileId }) => (fileId ? [fileId] : [])),
    /** Alternative texts by file id. */
    alts: Object.fromEntries(
      items.flatMap(({ fileId, alt }) => (fileId ? [[fileId, alt.trim()]] : [])),
    ) as Record<string, string>,
  };
}
export type UploadsState = ReturnType<typeof useUploads>;
