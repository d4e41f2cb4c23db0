import type { Db } from './db.ts';

/**
 * A query built and named once a database, for hot paths: building one costs several times what running it
 * does. Inside a transaction `db` is another object, so there it is built anew; under the same name the
 * server still plans it once.
 */
export function prepared<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const built = new WeakMap<Db, Query>();
  return (db) => {
    const known = built.get(db);
    if (known !== undefined) return known;
    const query = build(db);
    built.set(db, query);
    return query;
  };
}

/** PostgreSQL cuts longer names of statements off: two could then be taken for one. */
const longestName = 63;

/** A statement's name for each of its shapes. @throws RangeError for one that PostgreSQL would cut. */
export function statementName(
  what: string,
  shape: readonly (string | number | boolean | undefined)[],
): string {
  const name = [
    what,
    ...shape.map((part) => (typeof part === 'boolean' ? Number(part) : (part ?? 'x'))),
  ].join('_');
  if (name.length > longestName) throw new RangeError(`The name of a statement is too long: ${name}`);
  return name;
}

/** Ids as one text, for a placeholder `…::text::uuid[]`: both drivers send a text as it is. */
export const idList = (ids: Iterable<string>): string => `{${[...new Set(ids)].join(',')}}`;
