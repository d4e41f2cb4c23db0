import type { Db } from './db.ts';

/**
 * Builds and names a query once per database, for hot paths: building one costs several times what running it
 * does. A transaction's `db` is a different object, so there it is built again, but the server still plans it
 * once under the same name.
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

/** PostgreSQL truncates longer statement names, so two could collide. */
const longestName = 63;

/**
 * A statement name that is unique for each shape of the query.
 * @throws RangeError when PostgreSQL would truncate it.
 */
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

/** Ids as one string for a placeholder `…::text::uuid[]`, because both drivers send text unchanged. */
export const idList = (ids: Iterable<string>): string => `{${[...new Set(ids)].join(',')}}`;
