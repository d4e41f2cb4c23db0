import { lookup } from 'node:dns';
import { Agent as PlainAgent, request as requestPlain } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublicAddress, isPublicUrl } from '../../kernel/public-address.ts';

/** The address isn't one that this server may send to. Nothing was sent. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
}

export interface Sent {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string | null;
  readonly signal?: AbortSignal | undefined;
  /** The most that is read of the reply; a longer one is an error. 0: the reply isn't read at all. */
  readonly mostBytes?: number;
  /** Of a longer reply, the beginning is enough. */
  readonly mayCut?: boolean;
}
export type GuardedFetch = (url: URL, sent: Sent) => Promise<Response>;

interface Options {
  /** The one origin that may be anywhere and without TLS, for tests. */
  readonly exceptOrigin?: string | null | undefined;
  /** Until the reply has been read, including the look-up of the name. */
  readonly patienceMs?: number;
  /** How names are resolved. */
  readonly resolve?: LookupFunction;
}

/**
 * Resolves names to public addresses only. The connection is opened to what this returns, so a name that
 * answers differently a moment later changes nothing.
 */
export const publicLookup =
  (resolve: LookupFunction = lookup): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      const all = Array.isArray(found) ? found : [];
      const [first] = all;
      if (!first || all.some(({ address }) => !isPublicAddress(address)))
        return callback(new RefusedAddressError(`${hostname} isn't on the public Internet`), '', 0);
      return options.all ? callback(null, all) : callback(null, first.address, first.family);
    });

/** Connections aren't kept: nothing else may find one open to a host that a person named. */
const agents = { plain: new PlainAgent({ keepAlive: false }), secure: new SecureAgent({ keepAlive: false }) };

function toHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}

/** Statuses whose replies have no body. */
const bodiless: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

async function readResponse(
  reply: IncomingMessage,
  { mostBytes = 0, mayCut = false }: Pick<Sent, 'mostBytes' | 'mayCut'>,
): Promise<Response> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const status = reply.statusCode ?? 0;
  try {
    if (mostBytes > 0)
      for await (const part of reply as AsyncIterable<Buffer>) {
        bytes += part.length;
        parts.push(part);
        if (bytes <= mostBytes) continue;
        if (mayCut) break;
        throw new Error(`the reply is longer than ${mostBytes} bytes`);
      }
  } finally {
    reply.destroy();
  }
  const body = Buffer.concat(parts).subarray(0, mostBytes);
  return new Response(bodiless.has(status) ? null : body, {
    status,
    headers: toHeaders(reply),
  });
}

interface GuardedRequest extends Sent {
  readonly signal: AbortSignal;
  /** Absent for the excepted origin. */
  readonly lookup?: LookupFunction;
}
const sendRequest = (
  url: URL,
  { method, headers = {}, body, signal, ...how }: GuardedRequest,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:';
    const agent = isSecure ? agents.secure : agents.plain;
    const { lookup: names } = how;
    const options = { method, headers, agent, signal, ...(names && { lookup: names }) };
    const request = (isSecure ? requestSecure : requestPlain)(url, options, resolve);
    request.on('error', reject);
    request.end(body ?? undefined);
  });

/**
 * The only way to an address that a person named or can change: HTTPS on its usual port, on the public
 * Internet, for a limited time and size. A redirect is an answer like any other; whoever wants to follow one
 * asks again and is checked again. Rejects like `fetch`, with a TypeError whose cause says more, or with a
 * `RefusedAddressError`.
 */
export function createGuardedFetch({
  exceptOrigin = null,
  patienceMs = 8_000,
  resolve,
}: Options = {}): GuardedFetch {
  return async (url, { signal: given, mostBytes, mayCut, ...sent }) => {
    if (!isPublicUrl(url, exceptOrigin))
      throw new RefusedAddressError('This server doesn’t send to such an address');
    const until = AbortSignal.timeout(patienceMs);
    const signal = given ? AbortSignal.any([given, until]) : until;
    const names = url.origin === exceptOrigin ? {} : { lookup: publicLookup(resolve) };
    try {
      return await readResponse(await sendRequest(url, { ...sent, ...names, signal }), { mostBytes, mayCut });
    } catch (error) {
      if (error instanceof RefusedAddressError) throw error;
      throw new TypeError(`${url.host} gave no answer: ${String(error)}`, { cause: error });
    }
  };
}
