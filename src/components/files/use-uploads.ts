import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { FileView } from '#contract/core/schemas.ts';
import { problemCode, problemMessage } from '#lib/problem.ts';
import type { Api } from '#services/http/api.ts';
import { retryFile } from '#services/files.ts';
import { useApi } from '#state/hooks.ts';

import { type UploadItem, savedUpload, movedTo, pickedUpload, uploadStateOf } from './upload-items.ts';
import { useFileStates } from './use-file-states.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

/** On their way at the same time; the others wait for their turn. */
const atOnce = 3;

export interface Sending {
  readonly onProgress: (percent: number) => void;
  readonly signal: AbortSignal;
  /** Travels along with the file (specification section 7). */
  readonly customData: Readonly<Record<string, unknown>>;
}
export interface UploadsOptions {
  /**
   * Sends one file and gives it as the server has it: `uploadFeedPhoto` and its kin, or a cloud upload
   * followed by `POST /files`. The file may still be queued or processing; the hook follows it from there.
   */
  readonly send: (file: File, sending: Sending) => Promise<FileView>;
  readonly initial?: readonly UploadItem[];
  /** What is picked beyond this many isn't taken, and named in `beyond`. */
  readonly max?: number;
  /** With every file; its name goes along in any case. */
  readonly customData?: Readonly<Record<string, unknown>>;
}

type Change = (key: string, next: Partial<UploadItem>) => void;

/** Ends what is under way and frees the local pictures, once the page is gone. */
function useTidyUp(stops: RefObject<Map<string, AbortController>>, items: readonly UploadItem[]): void {
  const latest = useRef(items);
  useEffect(() => {
    latest.current = items;
  }, [items]);
  useEffect(() => {
    const running = stops.current;
    return () => {
      for (const stop of running.values()) stop.abort();
      for (const { preview } of latest.current)
        if (preview?.startsWith('blob:')) URL.revokeObjectURL(preview);
    };
  }, [stops]);
}

/** The files under way, a few at a time, each stoppable. */
function useSending({ send, customData }: UploadsOptions, change: Change) {
  const stops = useRef(new Map<string, AbortController>());
  const queue = useRef<UploadItem[]>([]);
  const sendOne = async ({ key, file }: UploadItem) => {
    if (!file) return;
    const stop = new AbortController();
    stops.current.set(key, stop);
    change(key, { state: 'uploading', percent: 0, reason: null });
    // The last byte sent is where the server begins to work.
    const onProgress = (percent: number) =>
      change(key, percent < 100 ? { percent } : { percent: null, state: 'processing' });
    try {
      change(
        key,
        uploadStateOf(
          await send(file, {
            onProgress,
            signal: stop.signal,
            customData: { ...customData, name: file.name },
          }),
        ),
      );
    } catch (caught) {
      // What is too large stays so: there is nothing to try again.
      if (problemCode(caught) !== 'aborted')
        change(key, {
          state: 'failed',
          reason: problemMessage(caught),
          ...(problemCode(caught) === 'too_large' && { file: null }),
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
    stop: (key: string) => {
      queue.current = queue.current.filter((item) => item.key !== key);
      stops.current.get(key)?.abort();
    },
  };
}

/** Hears what becomes of files that the server works on. */
function useFollowing(items: readonly UploadItem[], change: Change): void {
  const pending = items.flatMap(({ fileId, state }) => (fileId && state === 'processing' ? [fileId] : []));
  const changeFile = (fileId: string, next: Partial<UploadItem>) => {
    const item = items.find((each) => each.fileId === fileId);
    if (item) change(item.key, next);
  };
  useFileStates(pending, {
    onView: (view) => changeFile(view._id, uploadStateOf(view)),
    onProgress: (fileId, { percent }) => changeFile(fileId, { percent }),
    onGone: (fileId) =>
      changeFile(fileId, {
        state: 'failed',
        fileId: null,
        reason: 'This upload has expired. Remove it and add the file again.',
      }),
  });
}

/** Has the server try once more with what it has. */
async function processAgain(api: Api, { key, fileId }: UploadItem, change: Change): Promise<void> {
  if (!fileId) return;
  change(key, { state: 'processing', percent: null, reason: null });
  try {
    change(key, uploadStateOf(await retryFile(api, fileId)));
  } catch (caught) {
    // Another tab was quicker: what became of it is asked for.
    change(
      key,
      problemCode(caught) === 'conflict'
        ? { state: 'processing' }
        : { state: 'failed', reason: problemMessage(caught) },
    );
  }
}

/**
 * Files on their way to the server, in an order of one's own. Draw it with `Uploads`. Sends as soon as files
 * are added, a few at a time; a failed one keeps its file for another try; leaving the page while one is on
 * its way asks first.
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
    /** Names of those that were picked last and for which there was no room. */
    beyond,
    add: (files: readonly File[]) => {
      const room = Math.max(0, max - items.length);
      const added = files.slice(0, room).map(pickedUpload);
      setBeyond(files.slice(room).map(({ name }) => name));
      setItems((now) => [...now, ...added]);
      sending.begin(added);
    },
    /** A file that the server has already: one made from another. */
    take: (view: FileView) => setItems((now) => (now.length < max ? [...now, savedUpload(view)] : now)),
    /** One that arrived is processed again, any other sent again. */
    retry: (item: UploadItem) => (item.fileId ? void processAgain(api, item, change) : sending.begin([item])),
    /** Stops it while it is on its way, and takes it out. */
    remove: ({ key }: UploadItem) => {
      sending.stop(key);
      setBeyond([]);
      setItems((now) => now.filter((item) => item.key !== key));
    },
    move: ({ key }: UploadItem, to: number) => setItems((now) => movedTo(now, key, to)),
    describe: ({ key }: UploadItem, alt: string) => change(key, { alt }),
    /** On the way to the server: nothing can be saved yet. Files that the server still works on can. */
    busy,
    processing: items.some(({ state }) => state === 'processing'),
    failed: items.some(({ state }) => state === 'failed'),
    /** In their order, those that the server has. */
    fileIds: items.flatMap(({ fileId }) => (fileId ? [fileId] : [])),
    /** What was written about them, by file id. */
    alts: Object.fromEntries(
      items.flatMap(({ fileId, alt }) => (fileId ? [[fileId, alt.trim()]] : [])),
    ) as Record<string, string>,
  };
}
export type UploadsState = ReturnType<typeof useUploads>;
