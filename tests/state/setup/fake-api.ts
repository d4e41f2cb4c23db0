import type { InputOf } from '#services/http/call.ts';
import type { Api } from '#services/http/api.ts';
import type { ReplyOf, RouteName } from '#contract/core/registry.ts';
import { ApiProblem } from '#services/http/problem.ts';
import type { Problem } from '#services/http/problem.ts';
import type { CloudObject } from '#services/http/cloud-upload.ts';

/** The replies of each operation; a function receives the call's input. Throw a `problem()` to fail. */
export type Replies = {
  [R in RouteName]?: (input: InputOf<R> & { key?: string }) => ReplyOf<R> | Promise<ReplyOf<R>>;
};

/** An upload whose progress and outcome the test controls. */
export interface FakeUpload {
  readonly route: RouteName;
  readonly body: unknown;
  readonly customData: unknown;
  readonly files: Readonly<Record<string, unknown>>;
  readonly progress: (percent: number) => void;
  readonly arrive: (reply: unknown) => void;
  readonly fail: (problem: ApiProblem) => void;
  readonly isStopped: () => boolean;
}

function fakeUploads() {
  const uploads: FakeUpload[] = [];
  const upload = (
    route: RouteName,
    {
      body,
      customData,
      files,
      onProgress,
      signal,
    }: {
      body?: unknown;
      customData?: unknown;
      files: Record<string, unknown>;
      onProgress?: (percent: number) => void;
      signal?: AbortSignal;
    },
  ) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    signal?.addEventListener('abort', () => reject(problem(0, { code: 'aborted', message: 'Stopped.' })));
    uploads.push({
      route,
      body,
      customData,
      files,
      progress: (percent) => onProgress?.(percent),
      arrive: resolve,
      fail: reject,
      isStopped: () => signal?.aborted ?? false,
    });
    return promise;
  };
  return { uploads, upload: upload as unknown as Api['upload'] };
}

/** An upload to cloud storage. */
export interface FakeCloudUpload {
  readonly file: File;
  readonly progress: (percent: number) => void;
  /** Interrupted, and going on by itself. */
  readonly pause: (cause: ApiProblem) => void;
  readonly goOn: () => void;
  readonly arrive: (object: CloudObject) => void;
  readonly fail: (problem: ApiProblem) => void;
  readonly isStopped: () => boolean;
  /** Why it was stopped: canceled, or its page was left. */
  readonly reason: () => unknown;
}

function fakeCloud() {
  const cloud: FakeCloudUpload[] = [];
  const cloudUpload: Api['cloudUpload'] = async (file, { onProgress, onPause, handOn, signal } = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<CloudObject>();
    signal?.addEventListener('abort', () => reject(problem(0, { code: 'aborted', message: 'Stopped.' })));
    cloud.push({
      file,
      progress: (percent) => onProgress?.(percent),
      pause: (cause) => onPause?.(true, cause),
      goOn: () => onPause?.(false),
      arrive: resolve,
      fail: reject,
      isStopped: () => signal?.aborted ?? false,
      reason: () => signal?.reason as unknown,
    });
    const object = await promise;
    await handOn?.(object);
    return object;
  };
  return { cloud, cloudUpload };
}

export interface FakeApi extends Api {
  /** Every upload to cloud storage, in order. */
  readonly cloud: FakeCloudUpload[];
  /** Every upload, in order. */
  readonly uploads: FakeUpload[];
  /** Every call, in order: `['POST /follows/:id', { params }]`. */
  readonly calls: [RouteName, unknown][];
  /** The operations called, in order. */
  readonly routes: () => RouteName[];
  /** Changes or adds replies. */
  readonly answer: (more: Replies) => void;
}

export const problem = (status: number, more: Partial<Problem> = {}): ApiProblem =>
  new ApiProblem({
    status,
    code: status === 0 ? 'network' : `http_${status}`,
    message: `Answered ${status}.`,
    ...more,
  });

/** A fake API typed by the contract. Reports a 401 like the real one. */
export function fakeApi(answers: Replies, onUnauthorized: () => void = () => {}): FakeApi {
  const calls: [RouteName, unknown][] = [];
  let known: Replies = answers;
  const call = async (route: RouteName, input: { unauthorized?: string } = {}): Promise<unknown> => {
    calls.push([route, input]);
    const reply = known[route] as ((input: unknown) => unknown) | undefined;
    if (!reply) throw new Error(`The test has no answer for ${route}.`);
    // Responses are never synchronous.
    await Promise.resolve();
    try {
      return await reply(input);
    } catch (caught) {
      if (caught instanceof ApiProblem && caught.status === 401 && input.unauthorized !== 'ignore')
        onUnauthorized();
      throw caught;
    }
  };
  return {
    call: call as Api['call'],
    ...fakeUploads(),
    ...fakeCloud(),
    calls,
    routes: () => calls.map(([route]) => route),
    answer: (more) => (known = { ...known, ...more }),
  };
}

/** A promise that the test settles, for a pending response. */
export function onItsWay<T>() {
  return Promise.withResolvers<T>();
}
