export interface Page<T> {
  readonly data: T[];
  readonly total: number;
  readonly nextCursor?: string | null | undefined;
}
/**
 * The items of an infinite query without duplicates, which occur when new items shift others to the next
 * page.
 */
export const uniqueItems = <T extends { readonly _id: string }>(
  data: { readonly pages: readonly Page<T>[] } | undefined,
): T[] => [
  ...new Map((data?.pages ?? []).flatMap((page) => page.data).map((item) => [item._id, item])).values(),
];
/** The total as of the latest page. */
export const latestTotal = (data: { readonly pages: readonly Page<unknown>[] } | undefined): number =>
  data?.pages.at(-1)?.total ?? 0;
