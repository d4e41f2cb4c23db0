import type { BackendConfig } from '../kernel/context.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import { readBounded } from './input.ts';

/**
 * Session replays are buffered up to 20 million characters before they are compressed and sent (specification
 * section 9).
 */
const MAX_BYTES = 20 * 1024 * 1024;
/** The envelope header is one short line of JSON. */
const MAX_HEADER = 8 * 1024;
const PATIENCE_MS = 10_000;

interface Receiver {
  readonly dsn: string;
  readonly address: string;
}

/**
 * The URL that receives envelopes for a DSN: `https://key@host/path/project` →
 * `https://host/path/api/project/envelope/`.
 */
export function parseReceiver(dsn: string | null): Receiver | null {
  if (!dsn || !URL.canParse(dsn)) return null;
  const url = new URL(dsn);
  const segments = url.pathname.split('/').filter(Boolean);
  const project = segments.pop();
  if (!project || !url.username) return null;
  const path = ['', ...segments, 'api', project, 'envelope', ''].join('/');
  return {
    dsn,
    address: `${url.protocol}//${url.host}${path}?sentry_version=7&sentry_key=${encodeURIComponent(url.username)}`,
  };
}

/** The DSN named in an envelope's first line, or null. Nothing else of the envelope is read. */
function readDsn(envelope: Uint8Array): string | null {
  const end = envelope.subarray(0, MAX_HEADER).indexOf(0x0a);
  if (end < 0) return null;
  try {
    const header = JSON.parse(new TextDecoder().decode(envelope.subarray(0, end))) as {
      dsn?: unknown;
    } | null;
    return typeof header?.dsn === 'string' ? header.dsn : null;
  } catch {
    return null;
  }
}

const forwardedHeaders = ['retry-after', 'x-sentry-rate-limits'];

/** Forwards the envelope and returns the receiver's status and rate-limit headers, nothing more. */
async function forward(
  receiver: Receiver,
  envelope: Uint8Array<ArrayBuffer>,
  send: typeof fetch,
): Promise<Response> {
  try {
    const answer = await send(receiver.address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-sentry-envelope' },
      body: envelope,
      // Following a redirect would let the receiver choose where this server posts to.
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await answer.body?.cancel();
    const headers = new Headers({ 'cache-control': 'no-store' });
    for (const name of forwardedHeaders)
      if (answer.headers.has(name)) headers.set(name, answer.headers.get(name) ?? '');
    return new Response(null, {
      status: answer.ok ? 200 : answer.status >= 400 ? answer.status : 502,
      headers,
    });
  } catch {
    throw new AppError(502, 'gateway_unavailable', 'The error reporting service can’t be reached.');
  }
}

/**
 * The tunnel of the error reporting service: browsers post here instead, so that ad blockers don't interfere.
 * It accepts envelopes for the configured DSN only; otherwise it would be an open relay.
 */
export function createMonitoringRoute(
  parts: { config: Pick<BackendConfig, 'monitoringDsn'> },
  send: typeof fetch = fetch,
): (request: Request) => Promise<Response> {
  const receiver = parseReceiver(parts.config.monitoringDsn);
  return async (request) => {
    if (!receiver) throw notFound();
    if (request.method !== 'POST') throw new AppError(405, 'not_allowed', 'Send envelopes with POST.');
    const envelope = await readBounded(request, MAX_BYTES);
    if (readDsn(envelope) !== receiver.dsn)
      throw new AppError(403, 'not_allowed', 'This isn’t an envelope for this site.');
    return forward(receiver, envelope, send);
  };
}
