import type { z } from 'zod';
import type { OpDef, UploadRule } from '#contract/op';
import { limits } from '#config/limits';
import { AppError, type FieldError } from '../errors.ts';

/** A file as it came in a multipart request, whole in memory: bounded by the operation's `maxBytes`. */
export interface UploadedFile {
  readonly field: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: Uint8Array;
}
export interface RawInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly files: readonly UploadedFile[];
}

const tooLarge = (maxBytes: number) =>
  new AppError(413, 'too_large', `That is too large. Send at most ${maxBytes >= 1024 * 1024 ? `${Math.floor(maxBytes / 1024 / 1024)} MB` : `${Math.floor(maxBytes / 1024)} kB`}.`);

/** Reads at most `maxBytes`, whatever the length header claims. */
export async function readBounded(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBounded(request, limits.jsonBytes);
  if (bytes.byteLength === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new AppError(422, 'invalid_input', 'The request isn’t readable as JSON.', { errors: [{ field: '', message: 'Send JSON.' }] });
  }
}

/** What is wrong with the number of files in one field. */
function countError(field: string, { max, required }: UploadRule['fields'][string], count: number): FieldError[] {
  if (count > max) return [{ field, message: `Send at most ${max}.` }];
  return required && count === 0 ? [{ field, message: 'Choose a file.' }] : [];
}

function checkUploads(rule: UploadRule, files: readonly UploadedFile[]): void {
  const strange = files.filter((file) => !Object.hasOwn(rule.fields, file.field)).map(({ field }) => ({ field, message: 'This file isn’t expected here.' }));
  const counts = Object.entries(rule.fields).flatMap(([field, one]) => countError(field, one, files.filter((file) => file.field === field).length));
  const empty = files.filter((file) => file.bytes.byteLength === 0).map(({ field }) => ({ field, message: 'The file is empty.' }));
  const errors: FieldError[] = [...strange, ...counts, ...empty];
  if (errors.length > 0) throw new AppError(422, 'invalid_input', errors[0]?.message ?? 'Check the files.', { errors });
}

/** A body as an object: nothing sent is an empty one where the operation takes a body. */
async function readBody(def: OpDef, request: Request): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  return (await readJson(request)) ?? (def.body ? {} : undefined);
}

async function readMultipart(request: Request, rule: UploadRule): Promise<{ body: Record<string, string>; files: UploadedFile[] }> {
  const bytes = await readBounded(request, rule.maxBytes);
  const form = await new Response(bytes, { headers: { 'content-type': request.headers.get('content-type') ?? '' } }).formData().catch(() => {
    throw new AppError(422, 'invalid_input', 'The upload isn’t readable. Try again.', { errors: [{ field: '', message: 'Send a multipart form.' }] });
  });
  const body: Record<string, string> = {};
  const files: UploadedFile[] = [];
  for (const [field, value] of form as unknown as Iterable<[string, FormDataEntryValue]>) {
    if (typeof value === 'string') body[field] = value;
    else files.push({ field, name: value.name, mime: value.type, bytes: new Uint8Array(await value.arrayBuffer()) });
  }
  checkUploads(rule, files);
  return { body, files };
}

/** Query as a plain object; a key given twice is an array and so refused by every schema that expects one value. */
function readQuery(url: URL): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const key of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(key);
    query[key] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return query;
}

export function issuesOf(error: z.ZodError): FieldError[] {
  return error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? { field: [...issue.path, issue.keys[0]].join('.'), message: `Unknown key “${issue.keys.join('”, “')}”.` }
      : { field: issue.path.join('.'), message: issue.message },
  );
}

function parsePart(part: 'params' | 'query' | 'body', schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) {
    const given = value !== undefined && value !== null && (typeof value !== 'object' || Object.keys(value).length > 0);
    if (given) throw new AppError(422, 'invalid_input', `This call takes no ${part}.`, { errors: [{ field: '', message: `Leave the ${part} empty.` }] });
    return undefined;
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  // An id that can't be one names nothing: the same answer as an id of nobody's.
  if (part === 'params') throw new AppError(404, 'not_found', 'We couldn’t find that. It may have been removed.');
  const errors = issuesOf(parsed.error);
  throw new AppError(422, 'invalid_input', errors[0]?.message ?? 'Check what you entered.', { errors });
}

/** Reads and strictly parses everything an operation takes. Throws 404, 413 or 422. */
export async function readInput(def: OpDef, request: Request, pathParams: Record<string, string>): Promise<RawInput> {
  const params = parsePart('params', def.params, pathParams);
  const query = parsePart('query', def.query, readQuery(new URL(request.url)));
  if (def.upload) {
    const { body, files } = await readMultipart(request, def.upload);
    return { params, query, body: parsePart('body', def.body, body), files };
  }
  return { params, query, body: parsePart('body', def.body, await readBody(def, request)), files: [] };
}
