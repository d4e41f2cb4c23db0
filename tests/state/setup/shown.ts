import type { ReplyOf, RouteName } from '#contract/core/registry.ts';
import type { Input, List, ListInput, Read } from '#services/http/endpoints.ts';
import { watchList, watchRead } from '#state/query/watch.ts';
import type { AppStore } from '#state/store.ts';

/** Asks a read as a page does; call what is returned for what the page shows. */
export function showRead<R extends RouteName>(
  store: AppStore,
  endpoint: Read<R>,
  input: Input<R>,
): () => ReplyOf<R> | undefined {
  let shown: ReplyOf<R> | undefined;
  watchRead(store, { endpoint, input }, ({ currentData }) => void (shown = currentData));
  return () => shown;
}

/** Like `showRead`, for the pages of a list. */
export function showList<R extends RouteName>(
  store: AppStore,
  endpoint: List<R>,
  input: ListInput<R>,
): () => readonly ReplyOf<R>[] {
  let shown: readonly ReplyOf<R>[] = [];
  watchList(store, { endpoint, input }, ({ currentData }) => void (shown = currentData?.pages ?? []));
  return () => shown;
}
