interface Page<Row> {
  readonly data: readonly Row[];
  readonly nextCursor?: string | null | undefined;
}

/** All rows of a list paged by key, a page after the other: for a file that is to hold them all. */
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
