import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { requestTimeout } from '../../kernel/errors.ts';

interface Patience {
  /** How long the whole body of an ordinary request may take. */
  readonly bodyMs: number;
  /** An upload may take longer, but must deliver at least `bytes` every `ms`. */
  readonly upload?: { readonly ms: number; readonly bytes: number };
}

/**
 * One kilobyte per second is slower than the slowest mobile connection; a minute allows for a train in a
 * tunnel.
 */
const uploadPace = { ms: 60_000, bytes: 64 * 1024 };
/** How many times within that period the progress is checked. */
const looks = 6;

/**
 * Replies 408 to a client that sends its body too slowly and closes the connection, which costs the client
 * nothing and the server a socket and a handler. Call this last: it must see requests before socket.io, which
 * hides requests on its own path from earlier listeners.
 */
export function endSlowBodies(server: Server, { bodyMs, upload = uploadPace }: Patience): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!bringsBody(request)) return;
    const end = () => refuse(request, response);
    const timer = isUpload(request)
      ? setInterval(watchStall(request, upload, end), upload.ms / looks)
      : setTimeout(end, bodyMs);
    timer.unref();
    request.once('close', () => clearTimeout(timer));
  });
}

const bringsBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Whether the request may have a large body: a form with files, a signed upload, or a session replay of up to
 * 20 MB.
 */
function isUpload({ method, url = '', headers }: IncomingMessage): boolean {
  return (
    /^multipart\/form-data\b/i.test(headers['content-type'] ?? '') ||
    (method === 'PUT' && url.startsWith('/media/')) ||
    url.split('?', 1)[0] === '/monitoring'
  );
}

/** Returns a function that checks an upload's progress and calls `end` when it has stalled. */
function watchStall(
  request: IncomingMessage,
  { ms, bytes }: { readonly ms: number; readonly bytes: number },
  end: () => void,
): () => void {
  let mark = request.socket.bytesRead;
  let since = performance.now();
  return () => {
    const received = request.socket.bytesRead;
    // A full buffer means that this server is the slow side (disk or object store), not the client.
    if (received - mark >= bytes || request.readableLength >= request.readableHighWaterMark) {
      mark = received;
      since = performance.now();
    } else if (performance.now() - since >= ms) end();
  };
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  if (response.headersSent) {
    request.socket.destroy();
    return;
  }
  const { status, code, message } = requestTimeout();
  const body = JSON.stringify({ status, code, message });
  response
    .writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      Connection: 'close',
    })
    .end(body);
}
