import type { TypedMutationTrigger, TypedLazyQueryTrigger } from '@reduxjs/toolkit/query/react';
import type { ReplyOf, RouteName } from '#contract/core/registry.ts';
import type { Input, List, ListInput, Read, Write } from '#services/http/endpoints.ts';
import type { AppDispatch } from '../store.ts';
import type { BaseQuery } from './base-query.ts';
import type { Around } from './cache-updates.ts';
import { inject } from './inject.ts';

type Started<Trigger extends (...given: never[]) => unknown> = ReturnType<Trigger>;
type StartedRead<R extends RouteName> = Started<TypedLazyQueryTrigger<ReplyOf<R>, Input<R>, BaseQuery>>;
type StartedWrite<R extends RouteName> = Started<TypedMutationTrigger<ReplyOf<R>, Input<R>, BaseQuery>>;
interface Startable {
  readonly initiate: (input: object, options: object) => Parameters<AppDispatch>[0];
}
interface Selectable {
  readonly select: (
    input: object,
  ) => (state: unknown) => { readonly data?: unknown; readonly status: string };
}

/** Makes a change outside of a component, as `useWrite` does in one. */
export const sendWrite = <R extends RouteName>(
  { dispatch }: Pick<Around, 'dispatch'>,
  endpoint: Write<R>,
  input: Input<R>,
): StartedWrite<R> =>
  (dispatch as AppDispatch)(
    (inject(endpoint) as Startable).initiate(input, { track: false }) as never,
  ) as StartedWrite<R>;

/** Asks a read outside of a component; `force` asks again although an answer is known. */
export const askRead = <R extends RouteName>(
  { dispatch }: Pick<Around, 'dispatch'>,
  endpoint: Read<R>,
  { input, force = false }: { readonly input: Input<R>; readonly force?: boolean },
): StartedRead<R> =>
  (dispatch as AppDispatch)(
    (inject(endpoint) as Startable).initiate(input, { subscribe: false, forceRefetch: force }) as never,
  ) as StartedRead<R>;

/** What is known to a read, without asking; undefined if nothing is. */
export const knownAnswer = <R extends RouteName>(
  { getState }: Pick<Around, 'getState'>,
  endpoint: Read<R>,
  input: Input<R>,
): ReplyOf<R> | undefined =>
  (inject(endpoint) as Selectable).select(input)(getState()).data as ReplyOf<R> | undefined;

/** Whether an answer to a list is on its way. */
export const isPending = <R extends RouteName>(
  { getState }: Pick<Around, 'getState'>,
  endpoint: List<R>,
  input: ListInput<R>,
): boolean => (inject(endpoint) as Selectable).select(input)(getState()).status === 'pending';
