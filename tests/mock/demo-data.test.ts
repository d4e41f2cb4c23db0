import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpDef } from '#contract/core/op.ts';
import { contract } from '#contract/core/registry.ts';
import type { Db } from '#backend/db/db.ts';
import { migrate } from '#backend/db/migrate.ts';
import { seed } from '#backend/demo/seed.ts';
import { type TestBackend, testBackend } from '../setup/backend.ts';
import { sketches } from '../setup/sketches.ts';

/*
 * The demo data on the browser's database, whose driver parses numbers and dates differently from the
 * server's.
 */
const client = await PGlite.create();
const db = drizzle(client) as unknown as Db;
await migrate(db);
const app = (await testBackend({
  database: { db, pool: null as never, connection: {}, url: '' },
})) as TestBackend & { ports: { log: { lines: { level: string; facts: Record<string, unknown> }[] } } };
const tokens = new Map<string, string>();

beforeAll(async () => {
  app.ports.clock.set(new Date());
  await seed(app, { pictures: sketches });
  for (let round = 0; round < 5; round += 1) await app.backend.runJobs();
  for (const credentials of ['demo-fan', 'demo-creator'])
    tokens.set(
      credentials,
      (await app.ok('POST /auth/login', { body: { credentials, password: 'limelight' } })).token,
    );
});
afterAll(() => client.close());

const reading = Object.entries(contract as Record<string, OpDef>).filter(
  ([route]) => route.startsWith('GET ') && !route.includes(':'),
);

test.each(reading.map(([route]) => route))('%s responds, also page by page', async (route) => {
  for (const token of tokens.values()) {
    for (const query of [{}, { limit: 1 }]) {
      const { status, data } = await app.raw<{ nextCursor?: string | null }>(route, { token, query });
      expect({ status, lines: app.ports.log.lines.filter(({ level }) => level === 'error') }).toMatchObject({
        lines: [],
      });
      if (status !== 200 || !data.nextCursor) continue;
      const next = await app.raw(route, { token, query: { limit: 1, cursor: data.nextCursor } });
      expect([next.status, next.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
    }
  }
});
