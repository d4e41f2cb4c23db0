import { IncomingMessage, ServerResponse } from 'node:http';
import type { OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';

/** A request made inside the process, for rendering a page that doesn't depend on the visitor. */
export function inwardRequest(url: string, headers: Readonly<Record<string, string>>): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.method = 'GET';
  request.url = url;
  request.headers = { ...headers };
  request.push(null);
  return request;
}

export interface Captured {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** A response that collects what is written to it. */
export class CapturedResponse extends ServerResponse {
  readonly #chunks: Buffer[] = [];
  readonly #ended = Promise.withResolvers<Captured>();

  /** Resolves when the response is complete. */
  get captured(): Promise<Captured> {
    return this.#ended.promise;
  }

  override write(chunk: unknown, encoding?: unknown, callback?: unknown): boolean {
    this.#keep(chunk, encoding);
    done(encoding, callback);
    return true;
  }

  override end(chunk?: unknown, encoding?: unknown, callback?: unknown): this {
    if (typeof chunk !== 'function') this.#keep(chunk, encoding);
    this.finished = true;
    this.#ended.resolve({
      status: this.statusCode,
      headers: this.getHeaders(),
      body: Buffer.concat(this.#chunks),
    });
    done(chunk, encoding, callback);
    this.emit('finish');
    this.emit('close');
    return this;
  }

  override writeHead(status: number, reasonOrHeaders?: unknown, headers?: unknown): this {
    this.statusCode = status;
    const given = (typeof reasonOrHeaders === 'object' ? reasonOrHeaders : headers) as
      | OutgoingHttpHeaders
      | undefined;
    for (const [name, value] of Object.entries(given ?? {}))
      if (value !== undefined) this.setHeader(name, value);
    return this;
  }

  override flushHeaders(): void {}

  #keep(chunk: unknown, encoding: unknown): void {
    if (chunk === undefined || chunk === null) return;
    this.#chunks.push(
      typeof chunk === 'string'
        ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
        : Buffer.from(chunk as Uint8Array),
    );
  }
}

/** Node's stream methods accept the callback in any position. */
const done = (...places: unknown[]): void => {
  const callback = places.find((place) => typeof place === 'function');
  if (callback) queueMicrotask(callback as () => void);
};
