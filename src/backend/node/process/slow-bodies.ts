import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { requestTimeout } from '../../kernel/errors.ts';

interface Patience {
  /** How long the whole body of an ordinary request may take. */
  readonly bodyMs: number;
  /** An upload may take longer, but not without bringing so many bytes in so long. */
  readonly upload?: { readonly ms: number; readonly bytes: number };
}

/** A kilobyte a second: less than the slowest mobile line, and a minute for a train in a tunnel. */
const uploadPace = { ms: 60_000, bytes: 64 * 1024 };
/** How often within that time we look. */
const looks = 6;

/**
 * Answers 408 to whoever sends a body too slowly, and closes the connection: it costs them nothing to hold
 * and us a socket and a handler. Call it last: it has to hear of requests before socket.io, which keeps those
 * of its own path from listeners that were there before it.
 */
export function endSlowBodies(server: Server, { bodyMs, upload = uploadPace }: Patience): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!bringsBody(request)) return;
    const end = () => refuse(request, response);
    const timer = isUpload(request)
      ? setInterval(stallOf(request, upload, end), upload.ms / looks)
      : setTimeout(end, bodyMs);
    timer.unref();
    request.once('close', () => clearTimeout(timer));
  });
}

const bringsBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Forms with files, files on a signed address, and recordings of sessions, which take up to 20 MB. */
function isUpload({ method, url = '', headers }: IncomingMessage): boolean {
  return (
    /^multipart\/form-data\b/i.test(headers['content-type'] ?? '') ||
    (method === 'PUT' && url.startsWith('/media/')) ||
    url.split('?', 1)[0] === '/monitoring'
  );
}

/** Looks whether an upload still gets on; calls `end` when it doesn't. */
function stallOf(
  request: IncomingMessage,
  { ms, bytes }: { readonly ms: number; readonly bytes: number },
  end: () => void,
): () => void {
  let mark = request.socket.bytesRead;
  let since = performance.now();
  return () => {
    const received = request.socket.bytesRead;
    // A full buffer waits for us (a slow disk, a slow store), not we for the client.
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
