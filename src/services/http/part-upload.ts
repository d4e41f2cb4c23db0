import type { PartUpload } from '#contract/base/files.ts';
import type { Call } from './call.ts';
import type { CloudObject, CloudUploadOptions } from './cloud-upload.ts';
import { parsed } from './http.ts';
import { leftPage } from './left-page.ts';
import { ApiProblem, abortedProblem, problemFromResponse } from './problem.ts';
import { forgetUpload, hashFile, rememberUpload, unfinishedUpload } from './unfinished-uploads.ts';
import type { Sending } from './upload.ts';

export interface PartDeps {
  readonly call: Call;
  readonly send: (sending: Sending) => Promise<{ status: number; text: string }>;
  /** How long to wait before trying again, by the number of failures since something arrived. */
  readonly pauseMs?: (failures: number) => number;
}

/** Failures in a row with a connection; after about five minutes a person has to say "try again". */
const mostFailures = 14;
const backoffDelay = (failures: number): number => Math.min(30_000, 1_000 * 2 ** (failures - 1));

const isOffline = (): boolean => typeof navigator !== 'undefined' && navigator.onLine === false;

/** Rejects when aborted. Ends early when the connection comes back. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    // Without a connection there is nothing to try; the browser says when there is one.
    const timer = isOffline() ? undefined : setTimeout(() => end(resolve), ms);
    const online = () => end(resolve);
    const stop = () => end(() => reject(abortedProblem()));
    function end(settle: () => void): void {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', online);
      signal?.removeEventListener('abort', stop);
      settle();
    }
    globalThis.addEventListener?.('online', online);
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
  });
}

const isPassing = (caught: unknown): boolean =>
  caught instanceof ApiProblem &&
  (caught.code === 'network' || caught.status >= 500 || caught.status === 408 || caught.status === 429) &&
  // The storage won't be larger in a minute.
  caught.code !== 'storage_full';

/** Repeats a step until it works, with longer and longer pauses; what can't pass is thrown at once. */
function persistent({ pauseMs = backoffDelay }: PartDeps, { signal, onPause }: CloudUploadOptions) {
  let failures = 0;
  return async function go<T>(step: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const done = await step();
        failures = 0;
        onPause?.(false);
        return done;
      } catch (caught) {
        failures += 1;
        const isWorthwhile = failures <= mostFailures || isOffline();
        if (signal?.aborted || !isWorthwhile || !isPassing(caught)) throw caught;
        onPause?.(true, caught);
        await pause(pauseMs(failures), signal);
      }
    }
  };
}
type Go = ReturnType<typeof persistent>;

/** Deletes what has arrived of a file. If this fails, a job deletes it later. */
async function discard(call: Call, id: string): Promise<void> {
  forgetUpload(id);
  await call('DELETE /uploads/:id', { params: { id } }).catch(() => {});
}

/** Deletes what has arrived of a file whose upload isn't running. */
export async function discardParts(call: Call, file: File): Promise<void> {
  const known = unfinishedUpload(await hashFile(file));
  if (known) await discard(call, known);
}

/** The unfinished upload of this very file, if there is one, else a new one. */
async function beginOrResume(
  { call }: PartDeps,
  go: Go,
  { file, fileName }: { file: File; fileName: string },
): Promise<PartUpload> {
  const fingerprint = await hashFile(file);
  const known = unfinishedUpload(fingerprint);
  if (known) {
    // Expired, or begun with another account of this browser.
    const found = await go(() =>
      call('GET /uploads/:id', { params: { id: known } }).catch((caught: unknown) => {
        if (caught instanceof ApiProblem && caught.status === 404) return null;
        throw caught;
      }),
    );
    if (found?.bytes === file.size) return found;
    forgetUpload(known);
  }
  const body = { fileName, fileType: file.type as never, fileSize: file.size };
  const begun = await go(() => call('POST /uploads', { body }));
  rememberUpload(fingerprint, begun._id);
  return begun;
}

/** Sends one part. Its URL is signed anew with every try, because a pause may outlast it. */
async function sendPart(
  { call, send }: PartDeps,
  { file, upload, number }: { file: File; upload: PartUpload; number: number },
  { onBytes, signal }: { onBytes: (bytes: number) => void; signal: AbortSignal | undefined },
): Promise<void> {
  const { url, bytes } = await call('POST /uploads/:id/parts', {
    params: { id: upload._id },
    body: { number },
    signal,
  });
  const start = (number - 1) * upload.partBytes;
  const { status, text } = await send({
    method: 'PUT',
    url,
    headers: { 'Content-Type': file.type },
    body: file.slice(start, start + bytes),
    onProgress: (percent) => onBytes((bytes * percent) / 100),
    signal,
  });
  if (status < 200 || status >= 300) throw problemFromResponse(status, parsed(text));
}

const toCloudObject = ({ filename, path }: PartUpload): CloudObject => ({ filename, path });

async function handedOn(upload: PartUpload, { handOn, signal }: CloudUploadOptions): Promise<void> {
  if (signal?.aborted) throw abortedProblem();
  try {
    await handOn?.(toCloudObject(upload));
  } catch (caught) {
    // Not wanted, or taken already by a try whose answer was lost: the next one begins anew.
    if (caught instanceof ApiProblem && caught.status === 422) forgetUpload(upload._id);
    throw caught;
  }
}

/**
 * Uploads a large file in parts. A lost connection pauses it; it goes on where it was when the connection is back, and after a reload
 * when the same file is chosen again. Canceling deletes what has arrived.
 * @throws {ApiProblem}
 */
export async function uploadInParts(
  deps: PartDeps,
  given: { readonly file: File; readonly fileName: string },
  options: CloudUploadOptions,
): Promise<CloudObject> {
  const { file } = given;
  const { signal, onProgress } = options;
  const go = persistent(deps, options);
  const upload = await beginOrResume(deps, go, given);
  const params = { id: upload._id };
  const report = (bytes: number) => onProgress?.(Math.min(99, Math.floor((bytes / file.size) * 100)));
  try {
    const there = new Set(upload.received);
    const partSize = (number: number) =>
      Math.min(upload.partBytes, file.size - (number - 1) * upload.partBytes);
    let arrived = upload.received.reduce((sum, number) => sum + partSize(number), 0);
    report(arrived);
    for (let number = 1; (number - 1) * upload.partBytes < file.size; number += 1) {
      if (there.has(number)) continue;
      const onBytes = (bytes: number) => report(arrived + bytes);
      await go(() => sendPart(deps, { file, upload, number }, { onBytes, signal }));
      arrived += partSize(number);
    }
    await go(() => deps.call('POST /uploads/:id/finish', { params, signal }));
    await go(() => handedOn(upload, options));
  } catch (caught) {
    if (signal?.aborted && signal.reason !== leftPage) void discard(deps.call, upload._id);
    throw caught;
  }
  forgetUpload(upload._id);
  onProgress?.(100);
  return toCloudObject(upload);
}
