import type { Action } from 'redux';
import type { ReplyOf, RouteName } from '#contract/core/registry.ts';
import type { Input, List, ListInput, Read, Write } from '#services/http/endpoints.ts';
import type { Times } from './base-query.ts';

interface Answered<Data, Given> extends Action {
  readonly payload: Data;
  readonly meta: {
    readonly arg: { readonly endpointName: string; readonly originalArgs: Given };
    readonly baseQueryMeta: Times;
  };
}

type Named<E extends { readonly kind: string; readonly route: string }> = Pick<E, 'kind' | 'route'>;
const isFulfilled = (action: Action): boolean => /^api\/execute\w+\/fulfilled$/.test(action.type);
const nameIn = (action: Action): unknown => (action as Answered<unknown, unknown>).meta.arg.endpointName;

/**
 * Whether an action is the answer to one of these endpoints, for slices and middleware that learn from it:
 * `builder.addMatcher(isAnswer(undoTip), …)`. Doesn't load RTK Query.
 */
export const isAnswer =
  <R extends RouteName>(...endpoints: readonly Named<Read<R> | Write<R>>[]) =>
  (action: Action): action is Answered<ReplyOf<R>, Input<R>> =>
    isFulfilled(action) && endpoints.some(({ route }) => route === nameIn(action));

/** Like `isAnswer`, for what every page loads: names routes, so that it doesn't load their declarations. */
export const isAnswerTo =
  <R extends RouteName>(...routes: readonly R[]) =>
  (action: Action): action is Answered<ReplyOf<R>, Input<R>> =>
    isFulfilled(action) && routes.some((route) => route === nameIn(action));

/** Like `isAnswer`, for lists: the payload has all pages known so far. */
export const isListAnswer =
  <R extends RouteName>(...endpoints: readonly List<R>[]) =>
  (action: Action): action is Answered<{ readonly pages: readonly ReplyOf<R>[] }, ListInput<R>> =>
    isFulfilled(action) && endpoints.some(({ route }) => route === nameIn(action));
