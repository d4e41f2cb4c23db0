import type { ReplyOf, RouteName } from '#contract/core/registry.ts';
import type { Api } from './api.ts';
import type { CallArguments, CallSettings, InputOf } from './call.ts';
import type { Problem } from './problem.ts';
import type { Tag } from './tags.ts';

/**
 * What a call takes: `{ params, query, body }` as far as its route has them, with an idempotency `key` or the
 * `version` of what a form changes.
 */
export type Input<R extends RouteName> = InputOf<R> &
  Pick<CallSettings, 'key' | 'version' | 'captchaPass' | 'keepalive'>;

interface Page<Row> {
  readonly data: readonly Row[];
  /** Only lists by offset need it. */
  readonly total?: number;
  readonly nextCursor?: string | null | undefined;
}
/** Where a page begins; the list's own hook adds it. */
type Position = 'cursor' | 'offset';
type WithoutPosition<Q> = { [K in keyof Q as K extends Position ? never : K]: Q[K] };
type OfAllPages<Given> = { [K in keyof Given]: K extends 'query' ? WithoutPosition<Given[K]> : Given[K] };
/** What a list takes: like `Input`, without the position of a page. */
export type ListInput<R extends RouteName> = OfAllPages<InputOf<R>>;

type Tags<Data, Given> = readonly Tag[] | ((data: Data | undefined, input: Given) => readonly Tag[]);

export interface ReadOptions<R extends RouteName> {
  /** What an answer is about. It's out of date when a write or a live event names one of these tags. */
  readonly tags?: Tags<ReplyOf<R>, Input<R>>;
  /** Seconds that an answer is kept once nothing on screen needs it; 60 unless given. */
  readonly keepSeconds?: number;
  /** Chooses between what is known and a later answer, where an answer can be older than what is known. */
  readonly merge?: (known: ReplyOf<R>, answer: ReplyOf<R>) => ReplyOf<R>;
}
export interface ListOptions<R extends RouteName> {
  readonly tags?: Tags<readonly ReplyOf<R>[], ListInput<R>>;
  readonly keepSeconds?: number;
  /** How the next page is asked for; by the cursor in an answer unless given. */
  readonly by?: Position;
  /** The cursor of the page after this one, where an answer doesn't have it as `nextCursor`; see `listBy`. */
  readonly cursorIn?: (page: ReplyOf<R>) => string | null | undefined;
}
/** How a write ended. */
export interface Outcome<R extends RouteName> {
  readonly reply?: ReplyOf<R> | undefined;
  readonly problem?: Problem | undefined;
}
export interface WriteOptions<R extends RouteName> {
  /** What is out of date afterwards, also if the call failed, because someone else may have been faster. */
  readonly invalidates?: readonly Tag[] | ((input: Input<R>, outcome: Outcome<R>) => readonly Tag[]);
  /** The read that the reply answers as well, so that a page shows it at once. */
  readonly answers?: (input: Input<R>) => Question<ReplyOf<R>>;
}
/** A read with what it is asked. */
export interface Question<Data> {
  readonly endpoint: Read<never>;
  readonly input: object;
  /** Never there: tells the types what the answer is. */
  readonly data?: Data;
}
/** A list with what it is asked. */
export interface ListQuestion<Row> {
  readonly endpoint: List<never>;
  readonly input: object;
  /** Never there: tells the types what a row is. */
  readonly row?: Row;
}

/** An operation of the contract, typed by its route. Called with the API, it sends the call. */
export interface Endpoint<R extends RouteName = RouteName> {
  /** @throws {ApiProblem} If the call fails. */
  (api: Api, ...rest: CallArguments<R>): Promise<ReplyOf<R>>;
  readonly route: R;
}
/** Shown by `useRead`. */
export interface Read<R extends RouteName> extends Endpoint<R> {
  readonly kind: 'read';
  readonly options: ReadOptions<R>;
}
/** A list that comes in pages, shown by `useList`. */
export interface List<R extends RouteName> extends Endpoint<R> {
  readonly kind: 'list';
  readonly options: ListOptions<R>;
}
/** A change, made by `useWrite`; also a `GET` that counts, such as a download. */
export interface Write<R extends RouteName> extends Endpoint<R> {
  readonly kind: 'write';
  readonly options: WriteOptions<R>;
}

function endpoint<R extends RouteName, More extends object>(route: R, more: More): Endpoint<R> & More {
  const send = (api: Api, ...rest: CallArguments<R>): Promise<ReplyOf<R>> => api.call(route, ...rest);
  return Object.assign(send, { route, ...more });
}

/**
 * Declares a read by its route: `export const getWallet = read('GET /wallet/balance', { tags: ['Wallet'] })`.
 * Components ask it by `useRead(getWallet)`, sagas and other code by `getWallet(api)`.
 */
export const read = <R extends RouteName>(route: R, options: ReadOptions<R> = {}): Read<R> =>
  endpoint(route, { kind: 'read', options });

/** Declares a list in pages by its route; see `read`. Components ask it by `useList`. */
export const list = <R extends RouteName>(
  route: ReplyOf<R> extends Page<unknown> ? R : never,
  options: ListOptions<R> = {},
): List<R> => endpoint(route as R, { kind: 'list', options });

/** Like `list`, for answers that aren't pages themselves: `cursorIn` finds the cursor of the next one. */
export const listBy = <R extends RouteName>(
  route: R,
  cursorIn: (page: ReplyOf<R>) => string | null,
  options: ListOptions<R> = {},
): List<R> => endpoint(route, { kind: 'list', options: { ...options, cursorIn } });

/** Declares a change by its route; see `read`. Components make it by `useWrite`. */
export const write = <R extends RouteName>(route: R, options: WriteOptions<R> = {}): Write<R> =>
  endpoint(route, { kind: 'write', options });

/** A read with what it is asked, to name its answer: `question(getOrder, { params: { id } })`. */
export const question = <R extends RouteName>(endpoint: Read<R>, input: Input<R>): Question<ReplyOf<R>> => ({
  endpoint: endpoint as unknown as Read<never>,
  input,
});

type RowIn<Reply> = Reply extends Page<infer Row> ? Row : never;

/** Like `question`, for a list: `listQuestion(listOwnPosts, { query })`. */
export const listQuestion = <R extends RouteName>(
  endpoint: List<R>,
  input: ListInput<R>,
): ListQuestion<RowIn<ReplyOf<R>>> => ({ endpoint: endpoint as unknown as List<never>, input });
