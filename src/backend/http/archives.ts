import { limits } from '#config/limits.ts';
import { readArchiveAddress } from '../domain/trade/shop/archive/address.ts';
import { type Archive, openArchive } from '../domain/trade/shop/archive/archive.ts';
import type { Peer, UserCtx } from '../kernel/context.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import { locatePeer } from '../kernel/whereabouts.ts';
import { type ApiParts, makeContext } from './api.ts';
import { parseRange } from './ranges.ts';
import { readSessionToken } from './session.ts';

/** Counts what each account has open in this process. */
function createTurns(most: number) {
  const open = new Map<string, number>();
  return {
    /** Returns how to end it. @throws AppError 429 */
    begin(accountId: string): () => void {
      const count = open.get(accountId) ?? 0;
      if (count >= most)
        throw new AppError(
          429,
          'too_many',
          `You’re already downloading ${most} ZIPs. Wait until one is done, or cancel one.`,
        );
      open.set(accountId, count + 1);
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        const left = (open.get(accountId) ?? 1) - 1;
        if (left > 0) open.set(accountId, left);
        else open.delete(accountId);
      };
    },
  };
}

interface Part {
  readonly start: number;
  /** How many bytes, from `start` on. */
  readonly length: number;
}

/** The part of the ZIP that was asked for: all of it unless the browser has the rest already. */
function selectPart({ headers }: Request, { bytes, etag }: Archive): Part & { readonly isAll: boolean } {
  const condition = headers.get('if-range');
  const range = condition === null || condition === etag ? parseRange(headers.get('range')) : null;
  if (!range) return { start: 0, length: bytes, isAll: true };
  const start = 'last' in range ? Math.max(0, bytes - range.last) : range.start;
  const end = 'last' in range ? bytes - 1 : Math.min(range.end ?? bytes - 1, bytes - 1);
  return { start, length: Math.max(0, end - start + 1), isAll: false };
}

/** At most `length` bytes, each chunk read when the one before was taken. Ends once, however it ends. */
function streamBody(
  bytes: AsyncGenerator<Uint8Array>,
  { length, onEnd }: { readonly length: number; readonly onEnd: (error?: unknown) => void },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let left = length;
  const next = async (): Promise<Uint8Array | undefined> => {
    for (;;) {
      const { done, value } = await bytes.next();
      if (done) return undefined;
      // Records before the part that was asked for leave nothing.
      if (value.byteLength > 0) return value;
    }
  };
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const chunk = left > 0 ? await next() : undefined;
          if (chunk) {
            controller.enqueue(chunk.subarray(0, left) as Uint8Array<ArrayBuffer>);
            left -= Math.min(left, chunk.byteLength);
            if (left > 0) return;
          }
          await bytes.return(undefined);
          onEnd();
          controller.close();
        } catch (error) {
          onEnd(error);
          controller.error(error);
        }
      },
      async cancel() {
        onEnd();
        await bytes.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Letters outside ASCII are only understood in the second form (RFC 6266). */
const disposition = (filename: string): string =>
  `attachment; filename="${filename.replaceAll(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(filename).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

const archiveHeaders = ({ filename, etag }: Archive, length: number): Headers =>
  new Headers({
    'content-type': 'application/zip',
    'content-disposition': disposition(filename),
    'content-length': String(length),
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    etag,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-site',
  });

type Parts = Omit<ApiParts, 'handlers'>;
interface AuthorizedRequest {
  readonly ctx: UserCtx;
  readonly productId: string;
}

/** The viewer, and the product whose ZIP the address was signed for. @throws AppError 404 */
async function authorise(parts: Parts, request: Request, peer: Peer): Promise<AuthorizedRequest> {
  const viewer = await parts.resolveViewer(readSessionToken(request));
  const productId = viewer && readArchiveAddress(parts, new URL(request.url), viewer.id);
  if (!productId) throw notFound();
  const facts = {
    ip: peer.ip,
    ...(await locatePeer(parts, peer)),
    userAgent: peer.userAgent ?? '',
    idempotencyKey: null,
  };
  return { ctx: makeContext(parts, viewer, facts) as UserCtx, productId };
}

/** Status and headers of the part that is sent. */
function responseHead(archive: Archive, { start, length, isAll }: ReturnType<typeof selectPart>) {
  const headers = archiveHeaders(archive, length);
  if (isAll) return { status: 200, headers };
  const sent = length > 0 ? `${start}-${start + length - 1}` : '*';
  headers.set('content-range', `bytes ${sent}/${archive.bytes}`);
  return { status: length > 0 ? 206 : 416, headers };
}

/**
 * Serves `/media/archive/…`: the files of a purchase as a ZIP that is made while it is sent, in as much memory as
 * one chunk takes. Whether they may be downloaded is asked anew by each request.
 */
export function createArchiveRoute(parts: Parts): (request: Request, peer: Peer) => Promise<Response> {
  const turns = createTurns(limits.archive.atOnce);
  async function send(
    request: Request,
    { ctx, productId }: AuthorizedRequest,
    end: () => void,
  ): Promise<Response> {
    const archive = await openArchive(ctx, productId);
    const part = selectPart(request, archive);
    const head = responseHead(archive, part);
    if (request.method === 'HEAD' || part.length === 0) {
      end();
      return new Response(null, head);
    }
    const onEnd = (error?: unknown) => {
      end();
      if (error) parts.ports.log.error('a ZIP was cut off', { product: productId, error });
    };
    return new Response(streamBody(archive.read(part.start), { length: part.length, onEnd }), head);
  }
  return async (request, peer) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
    const authorized = await authorise(parts, request, peer);
    const end = turns.begin(authorized.ctx.viewer.id);
    return send(request, authorized, end).catch((error: unknown) => {
      end();
      throw error;
    });
  };
}
