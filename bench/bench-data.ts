import { Client } from 'pg';
import type { ClientConfig } from 'pg';

/*
 * Test data large enough to measure, inserted directly into the database: 200 creators, 50 of whom a fan
 * follows, and as many posts as requested; a third of the newest ones have a photo. Ids sort by time, as in
 * production.
 */
export const creators = 200;
const followed = 50;
const withPhotos = 3_000;
const words =
  'A post of ordinary length: what was made today, what went wrong, and what comes next week, with a question at the end. ';

/** SQL that makes an id out of a number, the same in every table. */
const idOf = (kind: string, n: string) =>
  `('0195${kind}00-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

export async function connectTo(config: ClientConfig): Promise<Client> {
  const client = new Client(config);
  await client.connect();
  return client;
}

export async function makeCreators(client: Client, fanId: string): Promise<void> {
  await client.query(`INSERT INTO accounts (id, username, email, name, bio, country, is_performer, created_at, updated_at)
    SELECT ${idOf('aa', 'n')}, 'bench-' || n, 'bench-' || n || '@example.com', 'Creator ' || n, 'Makes things.', 'DE', true, now(), now() FROM generate_series(1, ${creators}) n`);
  await client.query(`INSERT INTO performers (account_id, verified, monthly_price, yearly_price, created_at, updated_at)
    SELECT ${idOf('aa', 'n')}, 'approved', 999, 9900, now(), now() FROM generate_series(1, ${creators}) n`);
  await client.query(
    `INSERT INTO follows (follower_id, performer_id, created_at) SELECT $1, ${idOf('aa', 'n')}, now() FROM generate_series(1, ${followed}) n`,
    [fanId],
  );
}

/** Inserts posts `from` to `to`, newest first, so that later calls append older ones. */
export async function makePosts(client: Client, from: number, to: number): Promise<void> {
  await client.query(`INSERT INTO feeds (id, performer_id, type, text, audience, state, published_at, created_at, updated_at)
    SELECT ${idOf('bb', `16777216 - n`)}, ${idOf('aa', `1 + n % ${creators}`)}, CASE WHEN n % 3 = 0 AND n < ${withPhotos} THEN 'photo' ELSE 'text' END,
      '${words}', 'public', 'published', now() - n * interval '20 seconds', now() - n * interval '20 seconds', now() - n * interval '20 seconds'
    FROM generate_series(${from}, ${to - 1}) n`);
  if (from === 0) await makePhotos(client);
  await client.query('VACUUM ANALYZE feeds');
}

async function makePhotos(client: Client): Promise<void> {
  const renditions = JSON.stringify(
    [320, 640, 1280].map((width) => ({
      name: `${width}.webp`,
      width,
      height: (width * 3) / 4,
      mime: 'image/webp',
      bytes: 20_000,
    })),
  );
  const which = `FROM generate_series(0, ${withPhotos - 1}) n WHERE n % 3 = 0`;
  await client.query(
    `INSERT INTO files (id, owner_id, type, mime, bytes, width, height, placeholder, storage_key, renditions, state, percent, created_at, updated_at)
    SELECT ${idOf('cc', 'n')}, ${idOf('aa', `1 + n % ${creators}`)}, 'feed-photo', 'image/webp', 60000, 1280, 960, 'cGxhY2U=', 'files/' || ${idOf('cc', 'n')}, $1::jsonb, 'ready', 100, now(), now() ${which}`,
    [renditions],
  );
  await client.query(
    `INSERT INTO feed_files (feed_id, file_id, position) SELECT ${idOf('bb', `16777216 - n`)}, ${idOf('cc', 'n')}, 0 ${which}`,
  );
}
