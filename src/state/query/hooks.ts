import { skipToken } from '@reduxjs/toolkit/query/react';
import type {
  TypedLazyQueryTrigger,
  TypedMutationTrigger,
  TypedUseInfiniteQuery,
  TypedUseInfiniteQueryHookResult,
  TypedUseLazyQueryStateResult,
  TypedUseMutationResult,
  TypedUseQuery,
  TypedUseQueryHookResult,
} from '@reduxjs/toolkit/query/react';
import type { ReplyOf, RouteName } from '#contract/core/registry.ts';
import type { Input, List, ListInput, ListQuestion, Read, Write } from '#services/http/endpoints.ts';
import type { BaseQuery } from './base-query.ts';
import { inject } from './inject.ts';

/** May be left out where the call takes nothing that it needs; null asks nothing yet. */
type HookInput<Given> = Record<never, never> extends Given ? [input?: Given | null] : [input: Given | null];
interface Options {
  /** Asks again when the component appears, also if an answer is known; with a number, if it is that many seconds old. */
  readonly refetchOnMountOrArgChange?: boolean | number;
  readonly pollingInterval?: number;
}
type UseRead<R extends RouteName> = TypedUseQuery<ReplyOf<R>, Input<R>, BaseQuery>;
type UseLazyRead<R extends RouteName> = () => readonly [
  ask: TypedLazyQueryTrigger<ReplyOf<R>, Input<R>, BaseQuery>,
  result: TypedUseLazyQueryStateResult<ReplyOf<R>, Input<R>, BaseQuery>,
];
type Position = string | number | null;
type UseList<R extends RouteName> = TypedUseInfiniteQuery<ReplyOf<R>, ListInput<R>, Position, BaseQuery>;
type UseWrite<R extends RouteName> = () => readonly [
  send: TypedMutationTrigger<ReplyOf<R>, Input<R>, BaseQuery>,
  result: TypedUseMutationResult<ReplyOf<R>, Input<R>, BaseQuery>,
];

export type ReadResult<R extends RouteName> = TypedUseQueryHookResult<ReplyOf<R>, Input<R>, BaseQuery>;
export type ListResult<R extends RouteName> = TypedUseInfiniteQueryHookResult<
  ReplyOf<R>,
  ListInput<R>,
  Position,
  BaseQuery
>;

/** A list whose pages have rows of this type, whatever else is on them. */
export interface RowsResult<Row> extends Omit<ListResult<never>, 'currentData' | 'data'> {
  readonly currentData?: { readonly pages: readonly { readonly data: readonly Row[] }[] } | undefined;
}

/** Asks again when the component appears, but not for what has just come with the page. */
export const askAgain = { refetchOnMountOrArgChange: 30 } as const;

const argument = (input: object | null | undefined) => (input === null ? skipToken : (input ?? {})) as never;

/**
 * Asks a read and stays up to date with it: `useRead(getOrder, { params: { id } })`. With null as its input it asks
 * nothing.
 */
export const useRead = <R extends RouteName>(
  endpoint: Read<R>,
  ...[input, options]: [...HookInput<Input<R>>, options?: Options]
): ReadResult<R> =>
  (inject(endpoint) as { useQuery: UseRead<R> }).useQuery(argument(input), options as never) as ReadResult<R>;

/** A read that is asked by calling it: `const [ask] = useLazyRead(getStatement)`. */
export const useLazyRead = <R extends RouteName>(endpoint: Read<R>): ReturnType<UseLazyRead<R>> =>
  (inject(endpoint) as { useLazyQuery: UseLazyRead<R> }).useLazyQuery();

/** Asks a list page by page: `useList(listCharges, { query: filter })`. See `useRead`. */
export const useList = <R extends RouteName>(
  endpoint: List<R>,
  ...[input, options]: [...HookInput<ListInput<R>>, options?: Options]
): ListResult<R> =>
  (inject(endpoint) as { useInfiniteQuery: UseList<R> }).useInfiniteQuery(
    argument(input),
    options as never,
  ) as ListResult<R>;

/** Asks the list of a question page by page, as `useList` does. */
export const useListQuestion = <Row>({ endpoint, input }: ListQuestion<Row>): RowsResult<Row> =>
  useList(endpoint as never, input as never) as unknown as RowsResult<Row>;

/** Makes a change: `const [save, { isLoading }] = useWrite(setSpendCap)`, then `await save({ body })`. */
export const useWrite = <R extends RouteName>(endpoint: Write<R>): ReturnType<UseWrite<R>> =>
  (inject(endpoint) as { useMutation: UseWrite<R> }).useMutation();
