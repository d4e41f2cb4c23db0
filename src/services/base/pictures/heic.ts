import { limits } from '#config/limits.ts';
import { ApiProblem, abortedProblem, networkProblem } from '../../http/problem.ts';
import type { HeicAnswer, HeicJob } from './heic-worker.ts';

/** The longest side of a converted photo. The server keeps none larger, and a phone's canvas can't be. */
const longestSide = 4096;
const quality = 0.92;
/** For a phone of some years ago and a photo as large as we take. */
const patienceMs = 120_000;

const refused = (message: string) => new ApiProblem({ status: 422, code: 'unsupported_file', message });
const damaged = () =>
  refused('This HEIC photo can’t be opened. It may be damaged. Save it as JPEG and choose that.');
const tooManyPixels = () =>
  refused(`This photo has more than ${limits.upload.imagePixels / 1_000_000} megapixels. Make it smaller.`);

/** Decodes in a worker that lives for one picture. */
function decodedInWorker(bytes: ArrayBuffer, signal: AbortSignal | undefined): Promise<HeicAnswer> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<HeicAnswer>((resolve, reject) => {
    const stop = () => reject(abortedProblem());
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    setTimeout(() => resolve(null), patienceMs);
    worker.onmessage = ({ data }: MessageEvent<HeicAnswer>) => resolve(data);
    // Its script couldn't be loaded; it answers about pictures itself.
    worker.onerror = () => reject(networkProblem());
    worker.postMessage({ bytes, most: limits.upload.imagePixels } satisfies HeicJob, [bytes]);
  }).finally(() => worker.terminate());
}

/** Safari opens HEIC itself; other browsers refuse it at once. */
const opened = (file: Blob): Promise<ImageBitmap | null> => createImageBitmap(file).catch(() => null);

async function decodeBitmap(file: Blob, signal: AbortSignal | undefined): Promise<ImageBitmap> {
  const own = await opened(file);
  if (own) return own;
  const pixels = await decodedInWorker(await file.arrayBuffer(), signal);
  if (pixels === 'too-many-pixels') throw tooManyPixels();
  if (!pixels) throw damaged();
  return createImageBitmap(new ImageData(pixels.data, pixels.width, pixels.height));
}

async function encodeJpeg(bitmap: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw damaged();
  // JPEG has no transparency; without this, what is transparent would be black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  if (!blob) throw damaged();
  return blob;
}

async function convert(file: File, signal: AbortSignal | undefined): Promise<File> {
  const bitmap = await decodeBitmap(file, signal);
  try {
    const name = `${file.name.replace(/\.[A-Za-z0-9]{1,5}$/, '')}.jpg`;
    return new File([await encodeJpeg(bitmap)], name, {
      type: 'image/jpeg',
      lastModified: file.lastModified,
    });
  } finally {
    bitmap.close();
  }
}

let last: Promise<unknown> = Promise.resolve();

/**
 * A HEIC photo as JPEG, turned as it should be and without metadata. One after the other, because each takes
 * as much memory as a phone has to spare.
 * @throws {ApiProblem} 422 `unsupported_file`, 0 `network`, 0 `aborted`
 */
export function fromHeic(file: File, signal?: AbortSignal): Promise<File> {
  const next = last.then(() => convert(file, signal));
  last = next.catch(() => {});
  return next;
}
