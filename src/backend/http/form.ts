import type { UploadRule } from '#contract/core/op.ts';
import { AppError, type FieldError } from '../kernel/errors.ts';
import { HEAD_BYTES } from '../ports/media-format.ts';
import type { TemporaryFiles, UploadedFile } from '../kernel/uploaded-file.ts';
import { toStream } from './streams.ts';
import { type Part, parseBoundary, readParts, unreadable } from './multipart.ts';

/** A larger video, audio file, or document goes to the object store. Images are decoded in memory anyway. */
const inMemoryBytes = 1024 * 1024;
/** For all text fields together. */
const textBytes = 64 * 1024;

function countError(
  field: string,
  { max, required }: UploadRule['fields'][string],
  count: number,
): FieldError[] {
  if (count > max) return [{ field, message: `Send at most ${max}.` }];
  return required && count === 0 ? [{ field, message: 'Choose a file.' }] : [];
}

const refused = (errors: readonly FieldError[]) =>
  new AppError(422, 'invalid_input', errors[0]?.message ?? 'Check the files.', { errors });

function checkUploads(rule: UploadRule, files: readonly UploadedFile[]): void {
  const counts = Object.entries(rule.fields).flatMap(([field, one]) =>
    countError(field, one, files.filter((file) => file.field === field).length),
  );
  const empty = files
    .filter((file) => file.size === 0)
    .map(({ field }) => ({ field, message: 'The file is empty.' }));
  const errors: FieldError[] = [...counts, ...empty];
  if (errors.length > 0) throw refused(errors);
}

export function whole(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

interface Measured {
  readonly chunks: Uint8Array[];
  readonly rest: AsyncIterable<Uint8Array>;
  readonly size: () => number;
  readonly ended: boolean;
}

/** Reads until the part ends or `room` bytes are full; `rest` continues from there and keeps counting. */
async function begin(part: Part, room: number): Promise<Measured> {
  const iterator = part.body[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const next = async () => {
    const result = await iterator.next();
    if (!result.done) size += result.value.byteLength;
    return result;
  };
  for (;;) {
    const { done, value } = await next();
    if (!done) chunks.push(value);
    if (done || size > room)
      return {
        chunks,
        size: () => size,
        ended: done === true,
        rest: { [Symbol.asyncIterator]: () => ({ next }) },
      };
  }
}

async function* following(
  chunks: readonly Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  yield* chunks;
  yield* rest;
}

async function readFile(part: Part, room: number, temporary: TemporaryFiles): Promise<UploadedFile> {
  const { chunks, rest, size, ended } = await begin(part, room);
  const named = { field: part.name, name: part.filename ?? '', mime: part.mime };
  const bytes = whole(chunks);
  if (ended)
    return {
      ...named,
      size: bytes.byteLength,
      head: bytes.subarray(0, HEAD_BYTES),
      key: null,
      bytes: () => Promise.resolve(bytes),
    };
  const key = await temporary.put(toStream(following([bytes], rest)));
  return { ...named, size: size(), head: bytes.slice(0, HEAD_BYTES), key, bytes: () => temporary.read(key) };
}

async function readText(part: Part, room: number): Promise<{ text: string; bytes: number }> {
  const { chunks, size, ended } = await begin(part, room);
  if (!ended) throw new AppError(413, 'too_large', 'The text of this form is too long.');
  return { text: new TextDecoder().decode(whole(chunks)), bytes: size() };
}

export interface Form {
  readonly type: string | null;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Reads a multipart form. A file in an unknown field, or beyond a field's maximum, is refused before it is
 * read.
 * @throws AppError 413, 422
 */
export async function readForm(
  rule: UploadRule,
  { type, body: stream }: Form,
  temporary: TemporaryFiles,
): Promise<{ body: Record<string, string>; files: UploadedFile[] }> {
  const body: Record<string, string> = {};
  const files: UploadedFile[] = [];
  let room = textBytes;
  for await (const part of readParts(stream, parseBoundary(type))) {
    const field = part.name;
    if (part.filename === null) {
      const { text, bytes } = await readText(part, room);
      room -= bytes;
      if (field === '__proto__') throw unreadable();
      body[field] = text;
      continue;
    }
    const one = Object.hasOwn(rule.fields, field) ? rule.fields[field] : undefined;
    if (!one) throw refused([{ field, message: 'This file isn’t expected here.' }]);
    if (files.filter((file) => file.field === field).length >= one.max)
      throw refused([{ field, message: `Send at most ${one.max}.` }]);
    files.push(await readFile(part, one.kind === 'image' ? rule.maxBytes : inMemoryBytes, temporary));
  }
  checkUploads(rule, files);
  return { body, files };
}
