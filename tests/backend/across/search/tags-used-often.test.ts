import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { tagsAsWritten } from '#backend/domain/across/search/hashtags.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';

const app = await testBackend();
const { db } = app;
const { makePost } = postsIn(app);

test('of a tag in very many posts only some are read to show how it is written', async () => {
  const creator = await app.makeCreator();
  await makePost(creator.id, { text: 'Made of #Clay' });
  await makePost(creator.id, { text: 'Fired with #Salt' });
  const posts = 50_000;
  await db.execute(sql`
    INSERT INTO site_search (kind, item_id, performer_id, words, published_at)
    SELECT 'post', gen_random_uuid(), ${creator.id}::uuid, ARRAY['#clay', 'w' || n], now() + n * interval '1 second'
    FROM generate_series(1, ${posts}::int) n`);
  await db.execute(sql`ANALYZE site_search`);
  await db.transaction(async (tx) => {
    const read = async () => {
      const [row] = await fetchRows<{ rows: number }>(
        tx.execute(
          sql`SELECT (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS rows FROM pg_stat_xact_user_tables WHERE relname = 'site_search'`,
        ),
      );
      return row!.rows;
    };
    const before = await read();
    expect(await tagsAsWritten({ ...app.ctx, db: tx }, ['clay', 'salt'], 2)).toEqual(['Clay', 'Salt']);
    expect((await read()) - before).toBeLessThan(1_000);
  });
});
