import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract } from '#contract/core/registry.ts';
import type { OpDef } from '#contract/core/op.ts';
import { fetchRows } from '#backend/db/db.ts';
import { creatingCalls, makeIntents } from '#services/http/creating-calls.ts';
import { matrix } from '../../matrix/matrix.ts';
import { statusesOf } from '../../matrix/row.ts';
import { identities, makeScene } from '../../matrix/scene.ts';
import { testBackend } from '../../setup/backend.ts';

const app = await testBackend();
const { db, ports, raw } = app;

/** Rows of each table; counters of limits may move. */
const tables = await fetchRows<{ name: string }>(
  db.execute(
    sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> 'rate_limits'`,
  ),
);
async function contents(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of tables)
    counts[name] = (
      await fetchRows<{ rows: number }>(
        db.execute(sql`SELECT count(*)::int AS rows FROM ${sql.identifier(name)}`),
      )
    )[0]!.rows;
  return counts;
}

const all = Object.entries(contract as Record<string, OpDef>);
const creating = all.filter(([, { creates }]) => creates).map(([route]) => route as keyof typeof matrix);

const loose = 'creates only a file, which is removed if nothing uses it';
/** Creating calls that don't need a key, each with the reason. */
const otherwise: Record<string, string> = {
  'POST /messages/private/file/audio': loose,
  'POST /messages/private/file/photo': loose,
  'POST /messages/private/file/video': loose,
  'POST /messages/public/file/audio': loose,
  'POST /messages/public/file/photo': loose,
  'POST /messages/public/file/thumbnail': loose,
  'POST /messages/public/file/video': loose,
  'POST /performer/feeds/audio/upload': loose,
  'POST /performer/feeds/photo/upload': loose,
  'POST /performer/feeds/teaser/upload': loose,
  'POST /performer/feeds/thumbnail/upload': loose,
  'POST /performer/feeds/video/upload': loose,
  'POST /performers/releases': 'a person listed twice is removed with a click, and no work names both',
  'POST /performers/welcome-video/upload': 'a page has one welcome video',
  'POST /operator/cases': 'an item has one open case',
  'POST /operator/cases/:id/decisions': 'a case is decided once',

  'POST /auth/passkeys': 'a challenge is used once',
  'POST /auth/export': 'while one is being prepared, it is returned',
  'POST /:provider/cards': 'the gateway knows the card',
  'POST /uploads': 'an upload without parts ends by itself',
  'POST /files': 'a file that nothing uses is removed',
  'POST /files/:id/teaser': 'a file that nothing uses is removed',
  'POST /promotions/trial/:code': 'a trial is used once per fan',
  'POST /gifts/link/:code': 'a gift is redeemed once',
  'POST /scheduled-messages/:id/send': 'a message is sent once',
  'POST /notifications/push': 'a browser has one subscription',
  'POST /streaming/chat/bans': 'a person is banned once',
  'POST /streaming/live': 'a creator has one stream at a time',
};

describe('a creating call whose answer was lost', () => {
  test('is known to pages, and no other one exists', () => {
    expect([...creatingCalls].sort()).toEqual([...creating].sort());
    const others = all.filter(
      ([route, { access, status, creates, idempotent }]) =>
        route.startsWith('POST ') && access !== 'anyone' && status === 201 && !creates && !idempotent,
    );
    expect(others.map(([route]) => route).sort()).toEqual(Object.keys(otherwise).sort());
  });

  test.each(creating)('%s creates one thing, however often it is repeated', async (route) => {
    const scene = await makeScene(app, ports.geo);
    const status = (contract as Record<string, OpDef>)[route]!.status ?? 200;
    const row = [matrix[route]].flat().find((each) => statusesOf(each).includes(status))!;
    const at = statusesOf(row).indexOf(status);
    const who = identities[at]!;
    const given = (await row.given?.(scene, who)) ?? {};
    const around = await scene.callAs(who);
    const key = ports.ids();
    const lost = await raw(route, { ...given, ...around, key });
    expect(lost.status, lost.text).toBe(status);
    const before = await contents();
    const again = await Promise.all([1, 2].map(() => raw(route, { ...given, ...around, key })));
    expect(again.map(({ status, text }) => [status, text])).toEqual([
      [status, lost.text],
      [status, lost.text],
    ]);
    expect(await contents()).toEqual(before);
    const other = await raw(route, { ...given, ...around, key: ports.ids() });
    // Another intent is answered by itself, even if it is refused.
    expect([other.text, await contents()]).not.toEqual([lost.text, before]);
  });
});

describe('a page', () => {
  const route = 'POST /comments';
  const problem = (status: number) => Object.assign(new Error('no'), { status });
  function page() {
    let [made, moment] = [0, 0];
    const asOneIntent = makeIntents(
      () => `key-${(made += 1)}`,
      () => moment,
    );
    const press = (text: string, outcome: number | null = null) =>
      asOneIntent({ route, input: { body: { text } } }, (key) =>
        outcome === null ? Promise.resolve(key) : Promise.reject(Object.assign(problem(outcome), { key })),
      ).catch(({ key }: { key: string }) => key);
    return { press, wait: (ms: number) => (moment += ms) };
  }

  test.each([0, 408, 500, 502, 503, 504, 507])('repeats the key after %i', async (status) => {
    const { press } = page();
    expect([await press('a', status), await press('a'), await press('a')]).toEqual([
      'key-1',
      'key-1',
      'key-2',
    ]);
  });

  test.each([400, 401, 409, 422, 429])('begins anew after %i', async (status) => {
    const { press } = page();
    expect([await press('a', status), await press('a')]).toEqual(['key-1', 'key-2']);
  });

  test('gives each text its own key, and forgets one after half an hour', async () => {
    const { press, wait } = page();
    expect([await press('a', 0), await press('b', 0), await press('a', 0)]).toEqual([
      'key-1',
      'key-2',
      'key-1',
    ]);
    wait(30 * 60_000 + 1);
    expect(await press('a')).toBe('key-3');
  });
});
