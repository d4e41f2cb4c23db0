import { Column, SQL, is } from 'drizzle-orm';
import type { Db } from './db.ts';
import { numberedQuery } from './numbered-query.ts';

/** The fields of a select: columns and expressions, or groups of them one level deep. */
type Field = Column | SQL;
type Fields = Readonly<Record<string, Field | Readonly<Record<string, Field>>>>;

const isField = (value: Field | Readonly<Record<string, Field>>): value is Field =>
  is(value, Column) || is(value, SQL);
const asItIs = (value: unknown): unknown => value;

/** Returns the function that converts a field's value from the driver's form to ours. */
function createReader(field: Field): (value: unknown) => unknown {
  const decoder = is(field, Column)
    ? field
    : (field as unknown as { decoder: Pick<Column, 'mapFromDriverValue'> }).decoder;
  return decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue
    ? asItIs
    : (value) => (value === null ? null : decoder.mapFromDriverValue(value));
}

/** Builds a row object from values in field order. Keys and converters are resolved once, not per row. */
function assembler<Row>(fields: Fields): (values: readonly unknown[]) => Row {
  let at = 0;
  const leaf = (key: string, field: Field) => ({ key, at: at++, read: createReader(field) });
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
 * Like `query.prepare(name)`, for selects of many rows and columns: drizzle resolves each value's column
 * anew, which costs a page of posts more than the database does. Only for inner joins, because an absent
 * group isn't turned into null. Without a name, the query is planned on each run.
 */
export function preparedRows<Row>(
  db: Db,
  query: { getSQL(): SQL },
  { name, fields }: { name: string | undefined; fields: Fields },
): { execute(values: Record<string, unknown>): Promise<Row[]> } {
  const assemble = assembler<Row>(fields);
  const all = (rows: unknown[][]) => rows.map(assemble);
  return db._.session.prepareQuery(numberedQuery(query.getSQL()), undefined, name, true, all) as {
    execute(values: Record<string, unknown>): Promise<Row[]>;
  };
}
