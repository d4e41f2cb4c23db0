import type { Contract, ReplyOf, RouteName } from '#contract/core/registry.ts';
import { fillPath } from './call.ts';
import type { BodyOf, InputOf } from './call.ts';
import { makeIntents } from './creating-calls.ts';
import { assertFits } from './file-size.ts';
import { buildHeaders, buildUrl, parsed, reportUnauthorized } from './http.ts';
import type { HttpOptions } from './http.ts';
import { shownEverywhere } from '../base/pictures/shown-everywhere.ts';
import { abortedProblem, networkProblem, problemFromResponse } from './problem.ts';

/** Operations that take multipart/form-data. */
export type UploadRoute = {
  [R in RouteName]: Contract[R] extends { upload: unknown } ? R : never;
}[RouteName];
type FieldsOf<R extends UploadRoute> = Contract[R] extends { upload: { fields: infer F } }
  ? keyof F & string
  : never;
type ParamsOf<R extends UploadRoute> =
  InputOf<R> extends { params: infer P } ? { readonly params: P } : unknown;
type FormOf<R extends UploadRoute> = [BodyOf<R>] extends [never]
  ? unknown
  : (Record<never, never> extends Omit<BodyOf<R>, 'customData'>
      ? { readonly body?: Omit<BodyOf<R>, 'customData'> }
      : { readonly body: Omit<BodyOf<R>, 'customData'> }) &
      (BodyOf<R> extends { customData?: unknown }
        ? { readonly customData?: Readonly<Record<string, unknown>> }
        : unknown);

/** Whole percent, 0 to 100. */
export type Progress = (percent: number) => void;
export type UploadInput<R extends UploadRoute> = ParamsOf<R> &
  FormOf<R> & {
    readonly files: Partial<Record<FieldsOf<R>, Blob | readonly Blob[]>>;
    readonly onProgress?: Progress;
    readonly signal?: AbortSignal;
    readonly captchaPass?: string | undefined;
  };
/**
 * Sends files and text fields as one form. Resolves with `data` of the reply.
 * @throws {ApiProblem} If the upload fails.
 */
export type Upload = <R extends UploadRoute>(route: R, input: UploadInput<R>) => Promise<ReplyOf<R>>;

interface LooseInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly customData?: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, Blob | readonly Blob[] | undefined>>;
  readonly onProgress?: Progress;
  readonly signal?: AbortSignal;
  readonly captchaPass?: string | undefined;
}

/**
 * Text fields come before files, so that a server that streams the form has them first. `customData` is sent
 * as JSON.
 */
export function buildForm({ body = {}, customData, files }: LooseInput): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    if (value !== undefined && value !== null) form.append(name, String(value));
  if (customData) form.append('customData', JSON.stringify(customData));
  for (const [name, given] of Object.entries(files))
    for (const file of given === undefined ? [] : [given].flat()) form.append(name, file);
  return form;
}

export interface Sending {
  readonly method: 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: XMLHttpRequestBodyInit;
  readonly onProgress?: Progress | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Uses XMLHttpRequest because `fetch` doesn't report upload progress.
 * @throws {ApiProblem} With status 0 if there was no response.
 */
export function sendWithProgress({
  method,
  url,
  headers,
  body,
  onProgress,
  signal,
}: Sending): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortedProblem());
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0)
        onProgress?.(Math.min(100, Math.floor((event.loaded / event.total) * 100)));
    };
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = request.ontimeout = () => reject(networkProblem());
    request.onabort = () => reject(abortedProblem());
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort, { once: true });
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(body);
  });
}

/** The files in formats that the server takes: HEIC photos are converted. */
async function openedFiles({ files, signal }: LooseInput): Promise<LooseInput['files']> {
  const opened: Record<string, Blob[]> = {};
  for (const [name, given] of Object.entries(files)) {
    opened[name] = [];
    for (const file of given === undefined ? [] : [given].flat())
      opened[name].push(await shownEverywhere(file, signal));
  }
  return opened;
}

/** The page's uploads whose answer was lost. */
const asOneIntent = makeIntents();

/** What tells one intent from another: the files by their names and sizes. */
const describeIntent = ({ params, body, files }: LooseInput) => ({
  params,
  body,
  files: Object.entries(files).map(([field, given]) => [
    field,
    ...[given ?? []].flat().map((file) => [file instanceof File ? file.name : '', file.size]),
  ]),
});

/** Multipart uploads with progress, with the same token and errors as every other call. */
export const makeUpload = (options: HttpOptions): Upload =>
  (async (route: UploadRoute, given: LooseInput) => {
    const input = { ...given, files: await openedFiles(given) };
    for (const file of Object.values(input.files).flat()) if (file) assertFits(file);
    await options.ready;
    const [method, path] = route.split(' ') as ['POST', string];
    const token = options.readToken();
    const url = buildUrl(options.base, fillPath(path, input.params));
    return asOneIntent({ route, input: describeIntent(given) }, async (key) => {
      const { status, text } = await sendWithProgress({
        method,
        url,
        headers: buildHeaders(options, token, { ...input, key }),
        body: buildForm(input),
        onProgress: input.onProgress,
        signal: input.signal,
      });
      return readAnswer(options, { status, text, token, onProgress: input.onProgress });
    });
  }) as Upload;

/** The reply's `data`, or the problem. */
function readAnswer(
  options: HttpOptions,
  {
    status,
    text,
    token,
    onProgress,
  }: { status: number; text: string; token: string | null; onProgress: Progress | undefined },
): unknown {
  const body = parsed(text);
  if (status >= 200 && status < 300) {
    onProgress?.(100);
    return (body as { data?: unknown } | null)?.data ?? null;
  }
  const problem = problemFromResponse(status, body);
  reportUnauthorized(options, problem.problem, token);
  throw problem;
}
