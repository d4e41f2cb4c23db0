import type { ReplyOf, RouteName } from '#contract/core/registry.ts';
import type { Api } from './api.ts';
import type { List, ListInput } from './endpoints.ts';

interface Page<Row> {
  readonly data: readonly Row[];
  readonly nextCursor?: string | null | undefined;
}

/** Fetches all rows of a list with cursor pagination, page by page, for exports. */
export async function everyPage<Row>(
  ask: (cursor: string | undefined) => Promise<Page<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask(cursor);
    rows.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}

type Row<R extends RouteName> = ReplyOf<R> extends { readonly data: readonly (infer Each)[] } ? Each : never;

/** Fetches all rows of a list by cursor, for exports: `everyRow(api, listCharges, { query: filter })`. */
export const everyRow = <R extends RouteName>(
  api: Api,
  { route }: List<R>,
  input: ListInput<R>,
): Promise<Row<R>[]> => {
  const call = api.call as (route: RouteName, input: object) => Promise<unknown>;
  const { query = {} } = input as { query?: object };
  return everyPage(
    (cursor) => call(route, { ...input, query: { ...query, limit: 100, cursor } }) as Promise<Page<Row<R>>>,
  );
};
