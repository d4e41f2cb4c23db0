import type { Peer } from '../kernel/context.ts';
import { locatePeer, placeList } from '../kernel/whereabouts.ts';
import {
  type UploadPermit,
  formatQuery,
  isGenuine,
  isPersonal,
  objectKey,
  parsePart,
  readFileAddress,
  readUploadAddress,
} from '../domain/base/files/media-addresses.ts';
import { partArrived } from '../domain/base/files/part-uploads.ts';
import { exportKey, isExportAddress, readExportAddress } from '../domain/across/leaving/export/address.ts';
import { isStillGranted } from '../domain/base/access/media-revocation.ts';
import { exportHoldsSealed } from '../domain/base/access/sealed-query.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import type { StoredObject } from '../ports/ports.ts';
import type { ApiParts } from './api.ts';
import { toStream } from './streams.ts';
import { arriving } from './input.ts';
import { type Range, parseRange } from './ranges.ts';
import { type ResolveViewer, readSessionToken } from './session.ts';

/**
 * Types that browsers display safely, because they can't carry a script. Anything else is sent as a download.
 */
const shownInline =
  /^(image\/(webp|jpeg|png|gif|avif)|video\/(mp4|webm|quicktime)|audio\/(mp4|mpeg|webm|ogg|wav|flac)|application\/vnd\.apple\.mpegurl|text\/vtt)$/;
/** Covers from before they had this width: the whole picture takes its place. */
const laterWidth = /(?<=^public\/.+\/)960(?=\.webp$)/;
const publicPath = /^\/media\/(public\/[0-9a-f-]{36}\/[0-9]{2,4}\.webp)$/;
const IMMUTABLE = 'public, max-age=31536000, immutable';

type Shared = Pick<ApiParts, 'db' | 'ports' | 'config'> & { readonly resolveViewer: ResolveViewer };
/** `places` is where the request comes from, as the access rule's queries take it. */
type Parts = Shared & { readonly places: string | null };
interface Readable {
  readonly key: string;
  readonly caching: string;
  /** The query to append to URLs inside the object (a playlist's segments). */
  readonly query: string;
  /** Under which a browser saves it. */
  readonly filename?: string;
}

const findViewerId = async (parts: Parts, request: Request): Promise<string | null> =>
  (await parts.resolveViewer(readSessionToken(request)))?.id ?? null;

/** The copy of one's own data: for the browser of its owner alone, and kept nowhere on the way. */
async function authoriseExport(parts: Parts, request: Request, url: URL): Promise<Readable> {
  const exportId = readExportAddress(parts, url, await findViewerId(parts, request));
  if (exportId === null || (await exportHoldsSealed(parts.db, exportId))) throw notFound();
  return { key: exportKey(exportId), caching: 'private, no-store', query: '', filename: 'my-data.zip' };
}

/**
 * The object a URL names, if this request may read it.
 * @throws AppError 404, whatever the reason.
 */
async function authorise(parts: Parts, request: Request, url: URL): Promise<Readable> {
  const open = publicPath.exec(url.pathname)?.[1];
  if (open) return { key: open, caching: IMMUTABLE, query: '' };
  if (isExportAddress(url)) return authoriseExport(parts, request, url);
  const address = readFileAddress(url);
  if (!address) throw notFound();
  const viewerId = isPersonal(address.kind) ? await findViewerId(parts, request) : null;
  if (!isGenuine(parts, address, viewerId)) throw notFound();
  const time = parts.ports.clock.now();
  const { fileId, kind } = address;
  const isGranted = await isStillGranted(parts.db, {
    fileId,
    kind,
    viewerId,
    places: parts.places,
    moment: time,
  });
  if (!isGranted) throw notFound();
  const seconds = address.expires - Math.floor(time.getTime() / 1000);
  return {
    key: objectKey(address.fileId, address.rendition),
    caching: `${isPersonal(kind) ? 'private' : 'public'}, max-age=${seconds}`,
    query: formatQuery(address),
  };
}

async function findRange(
  parts: Parts,
  request: Request,
  { key, etag }: { key: string; etag: string },
): Promise<Range | null> {
  const condition = request.headers.get('if-range');
  const range = condition === null || condition === etag ? parseRange(request.headers.get('range')) : null;
  if (!range || 'start' in range) return range;
  // For a suffix range, the total size has to be looked up first.
  const whole = await parts.ports.objects.get(key);
  await whole?.body.cancel();
  return whole ? { start: Math.max(0, whole.total - range.last) } : null;
}

function objectHeaders(object: StoredObject, readable: Readable, etag: string): Headers {
  const inline = shownInline.test(object.mime);
  return new Headers({
    'content-type': inline ? object.mime : 'application/octet-stream',
    'content-disposition': inline
      ? 'inline'
      : `attachment${readable.filename ? `; filename="${readable.filename}"` : ''}`,
    'content-length': String(object.bytes),
    'cache-control': readable.caching,
    'accept-ranges': 'bytes',
    etag,
    'x-content-type-options': 'nosniff',
    // Opened on its own, a file runs no scripts, submits no forms, and can't be framed.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'same-site',
  });
}

/** The status (200, 206, or 416) and body for an object the request may read. */
function answer(
  object: StoredObject,
  range: Range | null,
  headers: Headers,
): { status: number; body: ReadableStream<Uint8Array> | null } {
  if (!range) return { status: 200, body: object.body };
  if (range.start >= object.total) {
    headers.set('content-range', `bytes */${object.total}`);
    headers.set('content-length', '0');
    return { status: 416, body: null };
  }
  headers.set('content-range', `bytes ${range.start}-${range.start + object.bytes - 1}/${object.total}`);
  return { status: 206, body: object.body };
}

const isPlaylist = (key: string): boolean => key.endsWith('.m3u8');
const named = /^[a-z0-9-]+\.[a-z0-9]+$/;

/** Appends the playlist's signed query to every file it names, so that one signature opens them all. */
function signedPlaylist(text: string, query: string): string {
  const line = (given: string) =>
    named.test(given)
      ? `${given}${query}`
      : given.replaceAll(/URI="([a-z0-9-]+\.[a-z0-9]+)"/g, (_, name: string) => `URI="${name}${query}"`);
  return text.split('\n').map(line).join('\n');
}

async function readPlaylist(parts: Parts, request: Request, readable: Readable): Promise<Response> {
  const object = await parts.ports.objects.get(readable.key);
  if (!object) throw notFound();
  const text = await new Response(object.body as ReadableStream<Uint8Array<ArrayBuffer>>).text();
  const body = new TextEncoder().encode(signedPlaylist(text, readable.query));
  const headers = objectHeaders({ ...object, bytes: body.byteLength }, readable, `"${readable.key}"`);
  headers.set('accept-ranges', 'none');
  return new Response(request.method === 'HEAD' ? null : body, { status: 200, headers });
}

const findEarlierCover = async (
  parts: Parts,
  key: string,
  range: Range | null,
): Promise<StoredObject | null> =>
  laterWidth.test(key) ? parts.ports.objects.get(key.replace(laterWidth, '1280'), range ?? undefined) : null;

async function read(parts: Parts, request: Request, url: URL): Promise<Response> {
  const readable = await authorise(parts, request, url);
  // An object never changes under its key, so the key serves as its ETag.
  const etag = `"${readable.key}"`;
  if (
    request.headers
      .get('if-none-match')
      ?.split(/\s*,\s*/)
      .includes(etag)
  ) {
    return new Response(null, { status: 304, headers: { etag, 'cache-control': readable.caching } });
  }
  if (isPlaylist(readable.key)) return readPlaylist(parts, request, readable);
  const range = await findRange(parts, request, { key: readable.key, etag });
  const object =
    (await parts.ports.objects.get(readable.key, range ?? undefined)) ??
    (await findEarlierCover(parts, readable.key, range));
  if (!object) throw notFound();
  const headers = objectHeaders(object, readable, etag);
  const { status, body } = answer(object, range, headers);
  if (request.method !== 'HEAD' && body)
    return new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>, { status, headers });
  await object.body.cancel();
  return new Response(null, { status, headers });
}

/**
 * Passes at most `maxBytes` through (exactly that many if `exact`); otherwise fails the stream, so that
 * nothing is stored.
 */
function bounded(
  body: ReadableStream<Uint8Array>,
  { maxBytes, exact }: UploadPermit,
): ReadableStream<Uint8Array> {
  let size = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > maxBytes) throw tooLarge();
        controller.enqueue(chunk);
      },
      flush() {
        if (exact && size < maxBytes)
          throw new AppError(422, 'invalid_input', 'The file is smaller than declared for this upload.');
      },
    }),
  );
}
const tooLarge = () => new AppError(413, 'too_large', 'The file is larger than declared for this upload.');

/** Handles a signed PUT: accepts only the key, type, and maximum length that were signed. */
async function write(parts: Parts, request: Request, url: URL): Promise<Response> {
  const permit = readUploadAddress(parts, url);
  if (!permit) throw notFound();
  const declared = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (declared !== permit.mime)
    throw new AppError(422, 'unsupported_file', `This upload was declared as ${permit.mime}.`);
  if (Number(request.headers.get('content-length') ?? 0) > permit.maxBytes) throw tooLarge();
  if (!request.body) throw new AppError(422, 'invalid_input', 'The file is empty.');
  await parts.ports.objects.put(permit.key, bounded(toStream(arriving(request)), permit), permit.mime);
  const part = parsePart(permit);
  if (part && !(await partArrived(parts.db, part))) {
    await parts.ports.objects.remove(permit.key);
    throw notFound();
  }
  return new Response(null, { status: 204 });
}

/** Serves `/media/…`: stored files by signed URL, public images, and uploads by signed PUT. */
export function createMediaRoute(shared: Shared): (request: Request, peer: Peer) => Promise<Response> {
  return async (request, peer) => {
    const parts: Parts = { ...shared, places: placeList(await locatePeer(shared, peer)) };
    const url = new URL(request.url);
    if (request.method === 'GET' || request.method === 'HEAD') return read(parts, request, url);
    if (request.method === 'PUT') return write(parts, request, url);
    return new Response(null, { status: 405, headers: { allow: 'GET, HEAD, PUT' } });
  };
}
