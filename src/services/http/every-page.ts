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
