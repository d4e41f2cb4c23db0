import { Column, SQL, is } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Db } from './db.ts';

/** What a select names: columns and expressions, or groups of them, one level deep. */
type Field = Column | SQL;
type Fields = Readonly<Record<string, Field | Readonly<Record<string, Field>>>>;

const dialect = new PgDialect();
const isField = (value: Field | Readonly<Record<string, Field>>): value is Field =>
  is(value, Column) || is(value, SQL);
const asItIs = (value: unknown): unknown => value;

/** How a value of the driver becomes one of ours. */
function readerOf(field: Field): (value: unknown) => unknown {
  const decoder = is(field, Column)
    ? field
    : (field as unknown as { decoder: Pick<Column, 'mapFromDriverValue'> }).decoder;
  return decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue
    ? asItIs
    : (value) => (value === null ? null : decoder.mapFromDriverValue(value));
}

/**
 * Puts a row's values, in the order of the fields, into their places. The places and their readers are looked
 * up once.
 */
function assembler<Row>(fields: Fields): (values: readonly unknown[]) => Row {
  let at = 0;
  const leaf = (key: string, field: Field) => ({ key, at: at++, read: readerOf(field) });
  const places = Object.entries(fields).map(([key, value]) =>
    isField(value)
      ? { group: null, leaves: [leaf(key, value)] }
      : { group: key, leaves: Object.entries(value).map(([name, field]) => leaf(name, field)) },
  );
  return (values) => {
    const row: Record<string, unknown> = {};
    for (const { group, leaves } of places) {
      const target: Record<string, unknown> = group === null ? row : (row[group] = {});
      for (const { key, at: position, read } of leaves) target[key] = read(values[position]);
    }
    return row as Row;
  };
}

/**
 * `query.prepare(name)` for selects of many rows with many columns: drizzle asks of every value anew which
 * column it is of, which costs a page of posts more than the database does. Only for inner joins: a group
 * that isn't there is not made null. Without a name it is planned each time.
 */
export function preparedRows<Row>(
  db: Db,
  query: { getSQL(): SQL },
  { name, fields }: { name: string | undefined; fields: Fields },
): { execute(values: Record<string, unknown>): Promise<Row[]> } {
  const assemble = assembler<Row>(fields);
  const all = (rows: unknown[][]) => rows.map(assemble);
  return db._.session.prepareQuery(dialect.sqlToQuery(query.getSQL()), undefined, name, true, all) as {
    execute(values: Record<string, unknown>): Promise<Row[]>;
  };
}
