import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract } from '#contract/core/registry.ts';
import { fetchRows } from '#backend/db/db.ts';
import { watchPorts } from '../matrix/asked-ports.ts';
import { matrix } from '../matrix/matrix.ts';
import { type Given, type Row, statusesOf, statesOf } from '../matrix/row.ts';
import { type Identity, type Scene, identities, makeScene } from '../matrix/scene.ts';
import { testBackend } from '../setup/backend.ts';

const app = await testBackend();
const { db, ports, raw } = app;
const watching = watchPorts(ports);
const done = new Set<string>();

/** From here on, every committed write to any table but the rate limits is recorded. */
await db.execute(sql`CREATE TABLE noted_writes (id bigint GENERATED ALWAYS AS IDENTITY, name text NOT NULL)`);
await db.execute(
  sql`CREATE FUNCTION note_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO noted_writes (name) VALUES (TG_TABLE_NAME); RETURN NULL; END $$`,
);
const tables = await fetchRows<{ name: string }>(
  db.execute(
    sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name NOT IN ('rate_limits', 'noted_writes')`,
  ),
);
for (const { name } of tables)
  await db.execute(
    sql`CREATE TRIGGER note_write AFTER INSERT OR UPDATE OR DELETE ON ${sql.identifier(name)} FOR EACH ROW EXECUTE FUNCTION note_write()`,
  );

/** The tables written to since the last call. */
async function writes(): Promise<string[]> {
  return (await fetchRows<{ name: string }>(db.execute(sql`DELETE FROM noted_writes RETURNING name`))).map(
    ({ name }) => name,
  );
}

/** The same input with an id that doesn't exist. */
function aboutNobody(given: Given, place: NonNullable<Row['id']>): Given {
  const [part, key] = place.split('.') as ['params' | 'query' | 'body', string];
  return { ...given, [part]: { ...(given[part] as object), [key]: ports.ids() } };
}

/** @throws AssertionError when somebody who was refused got something done outside the database. */
function checkActs(who: Identity, expected: number, acts: readonly string[]): void {
  if (expected < 400) for (const act of acts) done.add(act);
  else expect(acts, `${who} was refused, and yet something was done outside the database`).toEqual([]);
}

interface Cell {
  readonly scene: Scene;
  readonly who: Identity;
  readonly expected: number;
  readonly state?: 'suspended' | 'pending';
}

/** Makes the call of a cell and checks its status, and that a refused one wrote nothing. */
async function refusesOrAnswers(route: string, given: Given, { scene, who, expected, state }: Cell) {
  const around = await scene.callAs(who);
  if (state) await scene.put(who, state);
  const mustNotWrite = expected >= 400 && !route.startsWith('GET ');
  if (mustNotWrite) await writes();
  const { answer, acts } = await watching(() => raw(route, { ...given, ...around }));
  expect(answer.status, `${who}: ${answer.text}`).toBe(expected);
  checkActs(who, expected, acts);
  if (mustNotWrite) expect(await writes(), `${who} was refused, and yet something was written`).toEqual([]);
  if (state) await scene.put(who, 'as before');
  return { answer, around };
}

async function walk(route: string, row: Row, cell: Cell) {
  const { scene, who, expected, state } = cell;
  const given = (await row.given?.(scene, who)) ?? {};
  const { answer, around } = await refusesOrAnswers(route, given, cell);
  if (state || !row.id || !(expected === 404 || row.asNobody?.includes(who))) return;
  const nobodys = await raw(route, { ...aboutNobody(given, row.id), ...around });
  expect([nobodys.status, nobodys.text], `${who}: not theirs and nobody’s differ`).toEqual([
    answer.status,
    answer.text,
  ]);
}

test('every live operation has a row, and nothing else does', () => {
  expect(Object.keys(matrix).toSorted()).toEqual(Object.keys(contract).toSorted());
});

describe.each(Object.entries(matrix))('%s', (route, rows) => {
  test.each(rows.map((row: Row) => [row.case ?? 'as a rule', row] as const))('%s', async (_, row) => {
    const statuses = statusesOf(row);
    expect(statuses).toHaveLength(identities.length);
    const scene = await makeScene(app, ports.geo);
    for (const [column, who] of identities.entries())
      await walk(route, row, { scene, who, expected: statuses[column] ?? 0 });
    const states = statesOf(route, row);
    if (states.length === 0) return;
    const another = await makeScene(app, ports.geo);
    for (const { state, who, expected } of states)
      await walk(route, row, { scene: another, who, expected, state });
  });
});

test('whoever is allowed does act outside the database, so that the check of the refused sees something', () => {
  expect([...done]).toEqual(
    expect.arrayContaining([
      'live.open',
      'live.grant',
      'live.close',
      'objects.put',
      'payments.charge',
      'transport.emit',
      'transport.disconnect',
    ]),
  );
});
