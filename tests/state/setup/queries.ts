import type { ReplyOf, RouteName } from '#contract/core/registry.ts';
import type { Input, List, ListInput, Read } from '#services/http/endpoints.ts';
import { inject } from '#state/query/inject.ts';
import type { AppStore } from '#state/store.ts';

type State = ReturnType<AppStore['getState']>;
interface Asking<Data> extends PromiseLike<{ readonly data?: Data; readonly error?: unknown }> {
  readonly unsubscribe: () => void;
  readonly refetch: () => unknown;
}
interface Askable<Given, Data> {
  readonly initiate: (
    input: Given,
    options?: { readonly forceRefetch?: boolean; readonly direction?: 'forward' },
  ) => (dispatch: AppStore['dispatch'], getState: () => State) => Asking<Data>;
  readonly select: (input: Given) => (state: State) => {
    readonly data?: Data;
    readonly error?: unknown;
    readonly hasNextPage?: boolean;
  };
}

/** RTK Query's endpoint of a read, to ask it without a component and to see what is known. */
export const asRead = <R extends RouteName>(endpoint: Read<R>) =>
  inject(endpoint) as Askable<Input<R>, ReplyOf<R>>;
/** Like `asRead`, for a list. */
export const asList = <R extends RouteName>(endpoint: List<R>) =>
  inject(endpoint) as Askable<ListInput<R>, { readonly pages: readonly ReplyOf<R>[] }>;
