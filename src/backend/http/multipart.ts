import { AppError } from '../kernel/errors.ts';

/* A streaming multipart parser (RFC 7578) that holds about one chunk at a time, so that a video needn't fit
   into memory. It refuses anything but a plain form with ordinary headers. */
export interface Part {
  readonly name: string;
  /** Null for a text field. */
  readonly filename: string | null;
  readonly mime: string;
  /** Read it before asking for the next part. Whatever is left unread is skipped. */
  readonly body: AsyncIterable<Uint8Array>;
}

const most = { parts: 64, headerBytes: 4096, name: 100, filename: 255, preambleBytes: 1024 };

export const unreadable = () =>
  new AppError(422, 'invalid_input', 'The upload couldn’t be read. Try again.', {
    errors: [{ field: '', message: 'Send a multipart form.' }],
  });

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const CR = 13;
const lineEnd = ascii('\r\n');
const headersEnd = ascii('\r\n\r\n');

/** The index of `wanted` in `bytes`, or -1. `wanted` must begin with CR. */
function find(bytes: Uint8Array, wanted: Uint8Array): number {
  for (
    let at = bytes.indexOf(CR);
    at !== -1 && at + wanted.length <= bytes.length;
    at = bytes.indexOf(CR, at + 1)
  ) {
    let same = 1;
    while (same < wanted.length && bytes[at + same] === wanted[same]) same += 1;
    if (same === wanted.length) return at;
  }
  return -1;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** A stream with a buffer of bytes read but not yet consumed. */
class Incoming {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held: Uint8Array = lineEnd;
  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#chunks.next();
    if (done) throw unreadable();
    this.#held = joined(this.#held, value);
  }

  /**
   * Reads up to `end`, which is consumed too.
   * @throws AppError 422 when that takes more than `atMost` bytes.
   */
  async upTo(end: Uint8Array, atMost: number): Promise<Uint8Array> {
    for (;;) {
      const at = find(this.#held, end);
      if (at > atMost || (at === -1 && this.#held.length > atMost + end.length)) throw unreadable();
      if (at !== -1) {
        const before = this.#held.subarray(0, at);
        this.#held = this.#held.subarray(at + end.length);
        return before;
      }
      await this.#more();
    }
  }

  /** Like `upTo`, but in pieces, for content of any length. */
  async *pieces(end: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
    for (;;) {
      const at = find(this.#held, end);
      // The last bytes of the buffer may be the start of `end`.
      const sure = at === -1 ? Math.max(0, this.#held.length - end.length + 1) : at;
      const piece = this.#held.subarray(0, sure);
      this.#held = this.#held.subarray(at === -1 ? sure : at + end.length);
      if (piece.length > 0) yield piece;
      if (at !== -1) return;
      await this.#more();
    }
  }

  async take(count: number): Promise<string> {
    while (this.#held.length < count) await this.#more();
    const taken = String.fromCharCode(...this.#held.subarray(0, count));
    this.#held = this.#held.subarray(count);
    return taken;
  }
}

/**
 * Browsers write `%22` for a quote and leave backslashes alone; older curl writes `\"`. So a quote ends the value only
 * where the parameter can end.
 */
const unquoted = (text: string): string =>
  text.replaceAll('\\"', '"').replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');

/** A parameter of a `Content-Disposition` header: quoted, or as the bare word that .NET writes. */
function parameter(disposition: string, name: 'name' | 'filename'): string | null {
  const [, quoted, word] =
    new RegExp(`;[ \\t]*${name}=(?:"(.*?)"(?=[ \\t]*(?:;|$))|([^\\s";]+))`, 'is').exec(disposition) ?? [];
  return quoted === undefined ? (word ?? null) : unquoted(quoted);
}

/** The name as RFC 5987 encodes it, which some programs send beside or instead of the plain one. */
function extendedFilename(disposition: string): string | null {
  const encoded = /;[ \t]*filename\*=utf-8'[^']*'([^\s";]+)/i.exec(disposition)?.[1];
  if (encoded === undefined) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw unreadable();
  }
}

function parseHeaders(bytes: Uint8Array): Omit<Part, 'body'> {
  const lines = new TextDecoder().decode(bytes).split('\r\n');
  const value = (name: string) =>
    lines
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? '';
  const disposition = value('content-disposition');
  const name = parameter(disposition, 'name');
  if (!/^form-data[ \t]*;/i.test(disposition) || name === null || name === '' || name.length > most.name)
    throw unreadable();
  const filename = extendedFilename(disposition) ?? parameter(disposition, 'filename');
  return {
    name,
    filename: filename === null ? null : filename.slice(0, most.filename),
    mime: value('content-type').slice(0, 100),
  };
}

export function parseBoundary(contentType: string | null): string {
  const [, quoted, plain] =
    /^multipart\/form-data[ \t]*;.*?boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))[ \t]*(?:;|$)/i.exec(
      contentType ?? '',
    ) ?? [];
  const boundary = quoted ?? plain;
  if (!boundary || !/^[\u0021-\u007e ]*[\u0021-\u007e]$/.test(boundary)) throw unreadable();
  return boundary;
}

/**
 * The parts of a form, in order.
 * @throws AppError 422 when it isn't a valid form.
 */
export async function* readParts(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<Part, void, void> {
  const incoming = new Incoming(body);
  const delimiter = ascii(`\r\n--${boundary}`);
  await incoming.upTo(delimiter, most.preambleBytes);
  for (let count = 0; ; count += 1) {
    const next = await incoming.take(2);
    if (next === '--') return;
    if (next !== '\r\n' || count === most.parts) throw unreadable();
    const headers = parseHeaders(await incoming.upTo(headersEnd, most.headerBytes));
    const pieces = incoming.pieces(delimiter);
    yield { ...headers, body: pieces };
    for await (const piece of pieces) void piece;
  }
}
