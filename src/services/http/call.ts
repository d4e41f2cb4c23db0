import type { CallInput, ReplyOf, RouteName } from '#contract/core/registry.ts';
import { makeIntents } from './creating-calls.ts';
import type { Http, HttpRequest, Method } from './http.ts';

/** In a query, only coerced numbers have an unknown input type. */
type Numbered<Q> = { [K in keyof Q]: unknown extends Q[K] ? number | undefined : Q[K] };
type Given<I> = { [K in keyof I]: K extends 'query' ? Numbered<I[K]> : I[K] };
/** Makes inputs without required fields optional. */
type LeftOut<I> = {
  [K in keyof I]-?: undefined extends I[K] ? K : Record<never, never> extends I[K] ? K : never;
}[keyof I];
type Relaxed<I> = Omit<I, LeftOut<I>> & Partial<Pick<I, LeftOut<I>>>;

/** Any operation's input, once its types are checked. */
interface UnknownInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}
/** The `{ params, query, body }` of a route, as far as the operation has them. */
export type InputOf<R extends RouteName> = Relaxed<Given<CallInput<R>>>;
export type QueryOf<R extends RouteName> = CallInput<R> extends { query: infer Q } ? Numbered<Q> : never;
export type BodyOf<R extends RouteName> = CallInput<R> extends { body: infer B } ? B : never;

export type CallSettings = Pick<
  HttpRequest,
  'key' | 'version' | 'captchaPass' | 'signal' | 'keepalive' | 'unauthorized'
>;
export type CallArguments<R extends RouteName> =
  Record<never, never> extends InputOf<R>
    ? [input?: InputOf<R> & CallSettings]
    : [input: InputOf<R> & CallSettings];

/**
 * Calls an operation of the contract, typed by its route string. Resolves with `data` of the reply.
 * @throws {ApiProblem} If the call fails.
 */
export type Call = <R extends RouteName>(route: R, ...rest: CallArguments<R>) => Promise<ReplyOf<R>>;

/** Inserts escaped parameters into a path like `/follows/:id`. */
export const fillPath = (path: string, params: Readonly<Record<string, string>> = {}): string =>
  path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new TypeError(`The path ${path} needs ${name}.`);
    return encodeURIComponent(value);
  });

const pickData = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'data' in body ? body.data : null;

/** Creates a `Call` from an HTTP function for the browser, the server or a test. */
export function makeCall(http: Http): Call {
  const asOneIntent = makeIntents();
  return (async (route: RouteName, input: UnknownInput & CallSettings = {}) => {
    const [method, path] = route.split(' ') as [Method, string];
    const { params, ...rest } = input;
    const { query, body } = rest;
    return asOneIntent({ route, input: { params, query, body } }, async (key) =>
      pickData(await http({ ...(key && { key }), ...rest, method, path: fillPath(path, params) })),
    );
  }) as Call;
}
