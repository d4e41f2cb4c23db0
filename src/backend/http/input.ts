import type { z } from 'zod';
import type { OpDef } from '#contract/core/op.ts';
import { limits } from '#config/limits.ts';
import { AppError, requestTimeout } from '../kernel/errors.ts';
import type { TemporaryFiles, UploadedFile } from '../kernel/uploaded-file.ts';
import { readForm, whole } from './form.ts';
import { readAs } from './issues.ts';

export interface RawInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly files: readonly UploadedFile[];
}

const tooLarge = (maxBytes: number) =>
  new AppError(
    413,
    'too_large',
    `That’s too large. The limit is ${maxBytes >= 1024 * 1024 ? `${Math.floor(maxBytes / 1024 / 1024)} MB` : `${Math.floor(maxBytes / 1024)} kB`}.`,
  );

/**
 * The body's chunks.
 * @throws AppError 408 when the body breaks off, which is the client's fault and not logged as ours.
 */
export async function* arriving({ body }: Request): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* (body ?? []) as AsyncIterable<Uint8Array>;
  } catch {
    throw requestTimeout();
  }
}

/**
 * The body's chunks, whatever its length header claims.
 * @throws AppError 413 past `maxBytes`.
 */
async function* bounded(request: Request, maxBytes: number): AsyncGenerator<Uint8Array, void, void> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  let size = 0;
  for await (const chunk of arriving(request)) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

/**
 * Reads the whole body.
 * @throws AppError 408; 413 past `maxBytes`.
 */
export async function readBounded(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bounded(request, maxBytes)) chunks.push(chunk);
  return whole(chunks);
}

async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBounded(request, limits.jsonBytes);
  if (bytes.byteLength === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new AppError(422, 'invalid_input', 'The request isn’t valid JSON.', {
      errors: [{ field: '', message: 'Send JSON.' }],
    });
  }
}

/** Parses a JSON body. A missing body becomes `{}` if the operation takes one. */
async function readBody(def: OpDef, request: Request): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  return (await readJson(request)) ?? (def.body ? {} : undefined);
}

/**
 * The query as a plain object. A repeated key becomes an array, which schemas that expect one value refuse.
 */
function readQuery(url: URL): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const key of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(key);
    query[key] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return query;
}

function parsePart(
  part: 'params' | 'query' | 'body',
  schema: z.ZodType | undefined,
  value: unknown,
): unknown {
  if (!schema) {
    const given =
      value !== undefined && value !== null && (typeof value !== 'object' || Object.keys(value).length > 0);
    if (given)
      throw new AppError(422, 'invalid_input', `This operation takes no ${part}.`, {
        errors: [{ field: '', message: `Leave the ${part} empty.` }],
      });
    return undefined;
  }
  const { data, errors } = readAs(schema, value);
  if (!errors) return data;
  // A malformed id gets the same reply as one that doesn't exist.
  if (part === 'params')
    throw new AppError(404, 'not_found', 'We couldn’t find that. It may have been removed.');
  throw new AppError(422, 'invalid_input', errors[0]?.message ?? 'Check what you entered.', { errors });
}

interface Arriving {
  readonly request: Request;
  readonly params: Record<string, string>;
  readonly temporary: TemporaryFiles;
}

/**
 * Reads and strictly parses everything an operation takes.
 * @throws AppError 404, 413, 422
 */
export async function readInput(
  def: OpDef,
  { request, params: pathParams, temporary }: Arriving,
): Promise<RawInput> {
  const params = parsePart('params', def.params, pathParams);
  const query = parsePart('query', def.query, readQuery(new URL(request.url)));
  if (def.upload) {
    const form = { type: request.headers.get('content-type'), body: bounded(request, def.upload.maxBytes) };
    const { body, files } = await readForm(def.upload, form, temporary);
    return { params, query, body: parsePart('body', def.body, body), files };
  }
  return { params, query, body: parsePart('body', def.body, await readBody(def, request)), files: [] };
}
