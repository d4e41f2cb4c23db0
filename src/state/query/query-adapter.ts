import type { Api } from '#services/http/api.ts';
import { toProblem } from '#services/http/problem.ts';
import type { Problem } from '#services/http/problem.ts';
import type { SagaDeps } from '../deps.ts';

/** What the toolkit hands an endpoint of ours; `extra` is the store's world. */
interface Asking {
  readonly extra: unknown;
  readonly signal: AbortSignal;
}
type Answer<T> = { data: T; error?: undefined } | { error: Problem; data?: undefined };

async function answerOf<T>(ask: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { data: await ask() };
  } catch (caught) {
    return { error: toProblem(caught) };
  }
}

const apiOf = ({ extra }: Asking): Api => (extra as SagaDeps).api;

/** A service function as an endpoint: its answer as data, its problem as the error. */
export const queryWith =
  <A, T>(service: (api: Api, arg: A, signal: AbortSignal) => Promise<T>) =>
  (arg: A, asking: Asking): Promise<Answer<T>> =>
    answerOf(() => service(apiOf(asking), arg, asking.signal));

export interface Page<T> {
  readonly data: T[];
  readonly total: number;
  readonly nextCursor?: string | null | undefined;
}
interface PageAsked<Q, P> {
  readonly queryArg: Q;
  readonly pageParam: P;
}

/**
 * An endless list paged by key: the service takes a `cursor` with the rest of its query, and a page may tell
 * more than its rows.
 */
export const pagesByKey = <Q, P extends Page<unknown>>(
  service: (api: Api, query: Q & { cursor: string | undefined }, signal: AbortSignal) => Promise<P>,
) => ({
  infiniteQueryOptions: {
    initialPageParam: null as string | null,
    getNextPageParam: (last: P): string | null | undefined => last.nextCursor ?? undefined,
  },
  queryFn: ({ queryArg, pageParam }: PageAsked<Q, string | null>, asking: Asking): Promise<Answer<P>> =>
    answerOf(() => service(apiOf(asking), { ...queryArg, cursor: pageParam ?? undefined }, asking.signal)),
});

/** An endless list paged by position. */
export const pagesByOffset = <Q, T>(
  service: (api: Api, query: Q & { offset: number }, signal: AbortSignal) => Promise<Page<T>>,
) => ({
  infiniteQueryOptions: {
    initialPageParam: 0,
    getNextPageParam: (last: Page<T>, _pages: readonly Page<T>[], offset: number): number | undefined =>
      last.data.length > 0 && offset + last.data.length < last.total ? offset + last.data.length : undefined,
  },
  queryFn: ({ queryArg, pageParam }: PageAsked<Q, number>, asking: Asking): Promise<Answer<Page<T>>> =>
    answerOf(() => service(apiOf(asking), { ...queryArg, offset: pageParam }, asking.signal)),
});

/**
 * A service that gives a list by pages, as one that gives every row of it: for a file, fetched when it is
 * asked for.
 */
export const everyRow =
  <Q, T>(
    service: (
      api: Api,
      query: Q & { cursor: string | undefined; limit: number },
      signal: AbortSignal,
    ) => Promise<Page<T>>,
  ) =>
  async (api: Api, query: Q, signal: AbortSignal): Promise<T[]> => {
    const rows: T[] = [];
    let cursor: string | undefined;
    do {
      const page = await service(api, { ...query, cursor, limit: 100 }, signal);
      rows.push(...page.data);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return rows;
  };

/** The items of an endless list, each once: something new at the top pushes others onto the next page too. */
export const itemsOf = <T extends { readonly _id: string }>(
  data: { readonly pages: readonly Page<T>[] } | undefined,
): T[] => [
  ...new Map((data?.pages ?? []).flatMap((page) => page.data).map((item) => [item._id, item])).values(),
];
/** How many there are in all, as the newest page tells. */
export const totalOf = (data: { readonly pages: readonly Page<unknown>[] } | undefined): number =>
  data?.pages.at(-1)?.total ?? 0;
