import type { CallInput, LiveRoute, ReplyOf, RouteName } from '#contract/core/registry.ts';
import type { Http, HttpRequest, Method } from './http.ts';

/** In a query only a coerced number has an unknown input. */
type Numbered<Q> = { [K in keyof Q]: unknown extends Q[K] ? number | undefined : Q[K] };
type Given<I> = { [K in keyof I]: K extends 'query' ? Numbered<I[K]> : I[K] };
/** What needs no value may be left out. */
type LeftOut<I> = {
  [K in keyof I]-?: undefined extends I[K] ? K : Record<never, never> extends I[K] ? K : never;
}[keyof I];
type Relaxed<I> = Omit<I, LeftOut<I>> & Partial<Pick<I, LeftOut<I>>>;

/** An operation whose shapes the contract doesn't say yet. */
interface UnknownInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}
/** `{ params, query, body }` of a route, each only where the operation has it. */
export type InputOf<R extends RouteName> = R extends LiveRoute ? Relaxed<Given<CallInput<R>>> : UnknownInput;
export type QueryOf<R extends RouteName> = CallInput<R> extends { query: infer Q } ? Numbered<Q> : never;
export type BodyOf<R extends RouteName> = CallInput<R> extends { body: infer B } ? B : never;

export type CallSettings = Pick<HttpRequest, 'key' | 'signal' | 'keepalive' | 'unauthorized'>;
type CallArguments<R extends RouteName> =
  Record<never, never> extends InputOf<R>
    ? [input?: InputOf<R> & CallSettings]
    : [input: InputOf<R> & CallSettings];

/**
 * Calls one operation of the contract, typed by its route string alone. Gives `data` of the reply; throws
 * `ApiProblem`.
 */
export type Call = <R extends RouteName>(route: R, ...rest: CallArguments<R>) => Promise<ReplyOf<R>>;

/** `/follows/:id` with its parameters in place, each escaped. */
export const fillPath = (path: string, params: Readonly<Record<string, string>> = {}): string =>
  path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new TypeError(`The path ${path} needs ${name}.`);
    return encodeURIComponent(value);
  });

const dataOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'data' in body ? body.data : null;

/** The call over a way to send: a browser's, a server's, or a test's. */
export const makeCall = (http: Http): Call =>
  (async (route: RouteName, input: UnknownInput & CallSettings = {}) => {
    const [method, path] = route.split(' ') as [Method, string];
    const { params, ...rest } = input;
    return dataOf(await http({ ...rest, method, path: fillPath(path, params) }));
  }) as Call;
