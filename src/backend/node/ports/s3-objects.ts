import { setTimeout as sleep } from 'node:timers/promises';
import type { MultipartStore, ObjectStore, PartsOf, StoredObject } from '../../ports/ports.ts';
import { type Keys, sha256Hex, signAddress, signHeaders } from './sigv4.ts';

export interface S3Options extends Keys {
  /**
   * `https://host`, where the bucket becomes the first path segment, or a URL with `{bucket}` in its place.
   */
  readonly endpoint: string;
  readonly bucket: string;
  readonly now?: () => Date;
}

/** The part size of multipart uploads. S3 requires at least 5 MB, except for the last part. */
const pieceBytes = 8 * 1024 * 1024;
const patienceMs = 60_000;
const tries = 3;

interface Sent {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  /** Statuses other than 2xx that are expected. */
  readonly also?: readonly number[];
}

/** Percent-encodes per RFC 3986, which is stricter than `encodeURIComponent`. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
const emptyStream = (): ReadableStream<Uint8Array> =>
  new ReadableStream({ start: (controller) => controller.close() });
const readTag = (text: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]+)</${name}>`).exec(text)?.[1];

export const objectUrl = ({ endpoint, bucket }: Pick<S3Options, 'endpoint' | 'bucket'>, key: string): URL => {
  const base = endpoint.includes('{bucket}')
    ? endpoint.replace('{bucket}', bucket)
    : `${endpoint.replace(/\/$/, '')}/${bucket}`;
  return new URL(`${base.replace(/\/$/, '')}/${key.split('/').map(encoded).join('/')}`);
};

/** Sends signed requests to the bucket, and retries when the network or the store fails. */
function createSender(options: S3Options) {
  const now = options.now ?? (() => new Date());
  async function once({ method, key, query = {}, headers = {}, body }: Sent): Promise<Response> {
    const url = objectUrl(options, key);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signed = await signHeaders({ method, url, headers, time: now() }, options, sha256Hex(body ?? ''));
    // The timeout covers only the wait for the response; reading the body may take any time.
    const waiting = new AbortController();
    const timer = setTimeout(
      () => waiting.abort(new Error(`the object store said nothing for ${patienceMs / 1000} s`)),
      patienceMs,
    );
    try {
      return await fetch(url, {
        method,
        headers: signed,
        body: body ?? null,
        signal: waiting.signal,
        redirect: 'error',
      });
    } finally {
      clearTimeout(timer);
    }
  }
  async function attempt(sent: Sent): Promise<Response | Error> {
    const response = await once(sent).catch((error: unknown) => error as Error);
    if (response instanceof Error || response.ok || sent.also?.includes(response.status)) return response;
    const refused = new Error(
      `the object store refused ${sent.method} with ${response.status}: ${readTag(await response.text(), 'Code') ?? ''}`,
    );
    if (response.status < 500) throw refused;
    return refused;
  }
  return async function send(sent: Sent): Promise<Response> {
    for (let count = 1; ; count += 1) {
      const outcome = await attempt(sent);
      if (!(outcome instanceof Error)) return outcome;
      if (count === tries) throw outcome;
      await sleep(200 * 4 ** (count - 1));
    }
  };
}
type Send = ReturnType<typeof createSender>;

/** Some calls return 200 with an error in the body. */
async function checked(response: Response): Promise<string> {
  const text = await response.text();
  if (text.includes('<Error>')) throw new Error(`the object store failed: ${readTag(text, 'Code') ?? ''}`);
  return text;
}

/** Regroups a stream into parts of S3's size. */
async function* splitPieces(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  let [piece, filled] = [new Uint8Array(pieceBytes), 0];
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + pieceBytes - filled);
      piece.set(part, filled);
      [filled, at] = [filled + part.length, at + part.length];
      if (filled < pieceBytes) continue;
      yield piece;
      [piece, filled] = [new Uint8Array(pieceBytes), 0];
    }
  }
  yield piece.slice(0, filled);
}

interface Target {
  readonly key: string;
  readonly mime: string;
}

type Done = { readonly number: number; readonly etag: string };

/** Some stores answer 404, others 200 with an error, when the upload is gone. */
const isGone = (error: unknown): boolean => error instanceof Error && error.message.includes('NoSuchUpload');

async function begin(send: Send, { key, mime }: Target): Promise<string> {
  const headers = { 'content-type': mime };
  const text = await checked(await send({ method: 'POST', key, query: { uploads: '' }, headers }));
  const id = readTag(text, 'UploadId');
  if (!id) throw new Error('the object store began an upload without naming it');
  return id;
}

async function complete(send: Send, { key, storeId }: PartsOf, parts: readonly Done[]): Promise<void> {
  const list = parts.map(
    ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`,
  );
  const body = new TextEncoder().encode(
    `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`,
  );
  const headers = { 'content-type': 'application/xml' };
  await checked(await send({ method: 'POST', key, query: { uploadId: storeId }, headers, body }));
}

const abort = async (send: Send, { key, storeId }: PartsOf): Promise<void> =>
  (await send({ method: 'DELETE', key, query: { uploadId: storeId }, also: [404] })).body?.cancel();

/** Uploads in parts. The object doesn't exist before the upload is completed. */
async function putPieces(
  send: Send,
  target: Target,
  pieces: AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  const { key } = target;
  const upload = { key, storeId: await begin(send, target) };
  try {
    const done: Done[] = [];
    for await (const body of pieces) {
      if (body.length === 0 && done.length > 0) continue;
      const number = done.length + 1;
      const query = { partNumber: String(number), uploadId: upload.storeId };
      const response = await send({ method: 'PUT', key, query, body });
      await response.body?.cancel();
      done.push({ number, etag: response.headers.get('etag') ?? '' });
    }
    await complete(send, upload, done);
  } catch (error) {
    await abort(send, upload).catch(() => {});
    throw error;
  }
}

/** The parts that the store has, over all pages of its list; null when it doesn't know the upload. */
async function loadParts(
  send: Send,
  { key, storeId }: PartsOf,
): Promise<(Done & { readonly bytes: number })[] | null> {
  const parts: (Done & { readonly bytes: number })[] = [];
  for (let marker = '0'; ;) {
    const query = { uploadId: storeId, 'part-number-marker': marker };
    const response = await send({ method: 'GET', key, query, also: [404] });
    const text = await response.text();
    if (response.status === 404) return null;
    for (const [, part = ''] of text.matchAll(/<Part>(.*?)<\/Part>/gs))
      parts.push({
        number: Number(readTag(part, 'PartNumber')),
        bytes: Number(readTag(part, 'Size')),
        etag: readTag(part, 'ETag') ?? '',
      });
    const next = readTag(text, 'NextPartNumberMarker');
    if (readTag(text, 'IsTruncated') !== 'true' || !next || next === marker) return parts;
    marker = next;
  }
}

/** Lets browsers upload the parts of an object to the store itself. */
const createMultipart = (options: S3Options, send: Send): MultipartStore => ({
  begin: (key, mime) => begin(send, { key, mime }),
  async signPart({ key, storeId, number, bytes, seconds }) {
    const url = objectUrl(options, key);
    url.searchParams.set('partNumber', String(number));
    url.searchParams.set('uploadId', storeId);
    const headers = { 'content-length': String(bytes) };
    const time = options.now?.() ?? new Date();
    return (await signAddress({ method: 'PUT', url, headers, time }, options, seconds)).href;
  },
  received: (upload) => loadParts(send, upload),
  async finish(upload) {
    const parts = await loadParts(send, upload);
    if (!parts) return false;
    try {
      await complete(send, upload, parts);
      return true;
    } catch (error) {
      if (isGone(error)) return false;
      throw error;
    }
  },
  abort: (upload) => abort(send, upload),
});

async function* following(
  first: Uint8Array<ArrayBuffer>,
  rest: AsyncIterable<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  yield first;
  yield* rest;
}

function toStoredObject(response: Response): StoredObject {
  const whole = Number(
    /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ??
      response.headers.get('content-length') ??
      0,
  );
  const nothing = response.status === 416;
  return {
    body: nothing || !response.body ? emptyStream() : response.body,
    bytes: nothing ? 0 : Number(response.headers.get('content-length') ?? 0),
    total: whole,
    mime: response.headers.get('content-type') ?? 'application/octet-stream',
  };
}

/**
 * Stores objects in any S3-compatible store. The bucket stays private: objects are served through the site's
 * own URLs.
 */
export function createS3Objects(options: S3Options): ObjectStore {
  const send = createSender(options);
  async function putWhole({ key, mime }: Target, body: Uint8Array<ArrayBuffer>): Promise<void> {
    const response = await send({ method: 'PUT', key, headers: { 'content-type': mime }, body });
    await response.body?.cancel();
  }
  return {
    multipart: createMultipart(options, send),
    async put(key, body, mime) {
      if (body instanceof Uint8Array) return putWhole({ key, mime }, new Uint8Array(body));
      const pieces = splitPieces(body);
      const { value: first } = await pieces.next();
      if (!first || first.length < pieceBytes) return putWhole({ key, mime }, first ?? new Uint8Array());
      await putPieces(send, { key, mime }, following(first, pieces));
    },
    async get(key, range) {
      const headers = range ? { range: `bytes=${range.start}-${range.end ?? ''}` } : undefined;
      const response = await send({ method: 'GET', key, ...(headers && { headers }), also: [404, 416] });
      if (response.status !== 404) {
        if (response.status === 416) await response.body?.cancel();
        return toStoredObject(response);
      }
      await response.body?.cancel();
      return null;
    },
    async copy(from, to, mime) {
      const headers = {
        'x-amz-copy-source': `/${options.bucket}/${from.split('/').map(encoded).join('/')}`,
        'x-amz-metadata-directive': 'REPLACE',
        'content-type': mime,
      };
      const response = await send({ method: 'PUT', key: to, headers, also: [404] });
      if (response.status === 404) return (await response.body?.cancel(), false);
      await checked(response);
      return true;
    },
    async remove(key) {
      await (await send({ method: 'DELETE', key, also: [404] })).body?.cancel();
    },
    async signPut({ key, mime, bytes, seconds }) {
      const headers = { 'content-type': mime, 'content-length': String(bytes) };
      const [url, time] = [objectUrl(options, key), options.now?.() ?? new Date()];
      return (await signAddress({ method: 'PUT', url, headers, time }, options, seconds)).href;
    },
  };
}
