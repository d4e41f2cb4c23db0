import type { InputOf } from '#services/http/call.ts';
import type { Api } from '#services/http/api.ts';
import type { ReplyOf, RouteName } from '#contract/core/registry.ts';
import { ApiProblem } from '#services/http/problem.ts';
import type { Problem } from '#services/http/problem.ts';
import type { CloudObject } from '#services/http/cloud-upload.ts';

/**
 * What each operation answers in a test; a function gets the call's input. Throwing a `problem()` refuses.
 */
export type Replies = {
  [R in RouteName]?: (input: InputOf<R> & { key?: string }) => ReplyOf<R> | Promise<ReplyOf<R>>;
};

/** A file on its way: the test says how far it is and what became of it. */
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

/** A file on its way to the cloud storage. */
export interface FakeCloudUpload {
  readonly file: File;
  readonly progress: (percent: number) => void;
  readonly arrive: (object: CloudObject) => void;
  readonly fail: (problem: ApiProblem) => void;
}

function fakeCloud() {
  const cloud: FakeCloudUpload[] = [];
  const cloudUpload: Api['cloudUpload'] = (file, { onProgress } = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<CloudObject>();
    cloud.push({ file, progress: (percent) => onProgress?.(percent), arrive: resolve, fail: reject });
    return promise;
  };
  return { cloud, cloudUpload };
}

export interface FakeApi extends Api {
  /** Every file put into the cloud storage, in order. */
  readonly cloud: FakeCloudUpload[];
  /** Every upload begun, in order. */
  readonly uploads: FakeUpload[];
  /** Every call made, in order: `['POST /follows/:id', { params }]`. */
  readonly calls: [RouteName, unknown][];
  /** Which operations were called, in order. */
  readonly routes: () => RouteName[];
  /** Changes or adds answers. */
  readonly answer: (more: Replies) => void;
}

export const problem = (status: number, more: Partial<Problem> = {}): ApiProblem =>
  new ApiProblem({
    status,
    code: status === 0 ? 'network' : `http_${status}`,
    message: `Answered ${status}.`,
    ...more,
  });

/** An API typed by the contract that lives in the test. A 401 is reported the way the real one does. */
export function fakeApi(answers: Replies, onUnauthorized: () => void = () => {}): FakeApi {
  const calls: [RouteName, unknown][] = [];
  let known: Replies = answers;
  const call = async (route: RouteName, input: { unauthorized?: string } = {}): Promise<unknown> => {
    calls.push([route, input]);
    const reply = known[route] as ((input: unknown) => unknown) | undefined;
    if (!reply) throw new Error(`The test has no answer for ${route}.`);
    // Answers come over a network: never in the same moment.
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

/** A promise that the test settles: an answer still on its way. */
export function onItsWay<T>() {
  return Promise.withResolvers<T>();
}
