import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { transaction } from '#backend/kernel/context.ts';
import { connect } from '#backend/node/database/database.ts';
import { createSettings } from '#backend/kernel/settings.ts';
import { quiet } from '../../../setup/quiet.ts';
import { makeTestApp } from '../../../setup/test-app.ts';

const app = await makeTestApp();

test('a transaction sees the settings as they were when it began', async () => {
  const seen = await transaction(app.ctx, async (tx) => {
    const before = (await tx.settings.all()).siteName;
    await app.settings.set('siteName', 'Renamed');
    return [before, (await tx.settings.all()).siteName];
  });
  expect(seen).toEqual(['Limelight', 'Limelight']);
  expect((await app.settings.all()).siteName).toBe('Renamed');
});

test("more transactions than connections don't deadlock on reading the settings", async () => {
  const small = connect({ ...app.connection, max: 2, connectionTimeoutMillis: 3_000 }, quiet);
  let time = 0;
  // A clock that jumps, so that the cache is always stale.
  const ctx = { ...app.ctx, db: small.db, settings: createSettings(small.db, () => (time += 60_000)) };
  const names = await Promise.all(
    Array.from({ length: 12 }, () =>
      transaction(ctx, async (tx) => {
        await tx.db.execute(sql`SELECT 1`);
        return (await tx.settings.all()).siteName;
      }),
    ),
  );
  expect(new Set(names)).toEqual(new Set(['Renamed']));
  await small.close();
});
