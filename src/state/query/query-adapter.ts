import type { Api } from '#services/http/api.ts';
import { toProblem } from '#services/http/problem.ts';
import type { Problem } from '#services/http/problem.ts';
import type { SagaDeps } from '../deps.ts';

/** The part of RTK Query's endpoint API that we use; `extra` is the store's dependencies. */
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

/** Turns a service function into a `queryFn`. */
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
 * The options of an infinite query with cursor pagination. The service takes a `cursor` with the rest of its
 * query; pages may have fields besides their rows.
 */
export const pagesByKey = <Q, P extends Pick<Page<unknown>, 'nextCursor'>>(
  service: (api: Api, query: Q & { cursor: string | undefined }, signal: AbortSignal) => Promise<P>,
) => ({
  infiniteQueryOptions: {
    initialPageParam: null as string | null,
    getNextPageParam: (last: P): string | null | undefined => last.nextCursor ?? undefined,
  },
  queryFn: ({ queryArg, pageParam }: PageAsked<Q, string | null>, asking: Asking): Promise<Answer<P>> =>
    answerOf(() => service(apiOf(asking), { ...queryArg, cursor: pageParam ?? undefined }, asking.signal)),
});

/** The options of an infinite query with offset pagination. */
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

/** Turns a paginated service into one that fetches every row, for exports. */
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

/**
 * The items of an infinite query without duplicates, which occur when new items shift others to the next
 * page.
 */
export const itemsOf = <T extends { readonly _id: string }>(
  data: { readonly pages: readonly Page<T>[] } | undefined,
): T[] => [
  ...new Map((data?.pages ?? []).flatMap((page) => page.data).map((item) => [item._id, item])).values(),
];
/** The total as of the latest page. */
export const totalOf = (data: { readonly pages: readonly Page<unknown>[] } | undefined): number =>
  data?.pages.at(-1)?.total ?? 0;
