import { Param, Placeholder, type Query, type SQL, is } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

const dialect = new PgDialect();

const placeholderName = (param: unknown): string | null => {
  const value: unknown = is(param, Param) ? param.value : param;
  return is(value, Placeholder) ? value.name : null;
};

/**
 * The text and parameters of a query in which each placeholder is one parameter, however often it is mentioned. Drizzle
 * makes every mention a parameter of its own, so a list of ids would be sent, and read by the database, once for each.
 * All mentions must mean the same type.
 * @throws RangeError when the text itself has something like `$1`.
 */
export function numberedQuery(text: SQL): Query {
  const query = dialect.sqlToQuery(text);
  const params: unknown[] = [];
  const known = new Map<string, string>();
  const numbers = query.params.map((param) => {
    const name = placeholderName(param);
    const found = name === null ? undefined : known.get(name);
    if (found !== undefined) return found;
    const number = `$${params.push(param)}`;
    if (name !== null) known.set(name, number);
    return number;
  });
  let mentions = 0;
  const numbered = query.sql.replaceAll(/\$(\d+)/g, (_, at: string) => {
    mentions += 1;
    return numbers[Number(at) - 1] ?? '';
  });
  if (mentions !== numbers.length) throw new RangeError(`A query has parameters of its own: ${query.sql}`);
  return { sql: numbered, params };
}
