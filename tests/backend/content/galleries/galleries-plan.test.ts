import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { pageOfMediaItems } from '#backend/domain/content/media-items/search.ts';
import { testBackend } from '../../../setup/backend.ts';
import type { Person } from '../../../setup/test-app.ts';
import { worksIn } from '../../../setup/media-items.ts';

const app = await testBackend();
const { db, ok, makeFan, makeCreator } = app;
const { makeGallery } = worksIn(app);

/** Thirty creators, each with 300 galleries and 300 separate photos, and one gallery of 500 photos. */
const fan = await makeFan();
const creators: Person[] = [];
for (let index = 0; index < 30; index += 1) creators.push(await makeCreator());
const owners = sql`unnest(${`{${creators.map(({ id }) => id).join(',')}}`}::text::uuid[]) AS a (id)`;
const large = await makeGallery(creators[0]!.id, { title: 'Large' }, 1);
await db.execute(sql`
  INSERT INTO galleries (id, performer_id, title, audience, likes, num_of_items, state, published_at, created_at, updated_at)
  SELECT gen_random_uuid(), a.id, 'Gallery ' || n, 'public', (random() * 1000)::int, 1, 'published', t, t, t
  FROM generate_series(1, 300) AS n, ${owners}, LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 hour' AS t) AS moment`);
await db.execute(sql`
  INSERT INTO photos (id, performer_id, file_id, audience, likes, state, published_at, created_at, updated_at)
  SELECT gen_random_uuid(), a.id, ${large.fileIds[0]}, 'public', (random() * 1000)::int, 'published', t, t, t
  FROM generate_series(1, 300) AS n, ${owners}, LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 hour' AS t) AS moment`);
await db.execute(sql`
  INSERT INTO photos (id, performer_id, gallery_id, file_id, audience, position, state, created_at, updated_at)
  SELECT gen_random_uuid(), ${creators[0]!.id}, ${large.id}, ${large.fileIds[0]}, 'public', n, 'published', now(), now() FROM generate_series(1, 499) AS n`);
await db.execute(sql`UPDATE galleries SET num_of_items = 500 WHERE id = ${large.id}`);
await db.execute(sql`UPDATE performers SET galleries = 300, photos = 300, single_photos = 300`);
await db.execute(sql`ANALYZE`);

interface Node {
  'Node Type': string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Node[];
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Runs a page's query as the API does, with a generic or a custom plan. */
async function planOf(query: { toSQL(): { sql: string; params: unknown[] } }, mode: string): Promise<Node[]> {
  const { sql: text, params } = query.toSQL();
  const values: Record<string, unknown> = { viewer: fan.id, country: 'NO' };
  const filled = params.map((param) =>
    typeof param === 'object' && param !== null && 'name' in param
      ? values[(param as { name: string }).name]
      : param,
  );
  const client = await app.pool.connect();
  try {
    await client.query(`SET plan_cache_mode = ${mode}`);
    await client.query(`PREPARE page AS ${text}`);
    const literals = filled.map((value) =>
      typeof value === 'string'
        ? client.escapeLiteral(value)
        : typeof value === 'number'
          ? String(value)
          : 'NULL',
    );
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE page${literals.length > 0 ? `(${literals.join(', ')})` : ''}`,
    );
    return nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
  } finally {
    client.release(true);
  }
}

const cursorOf = {
  newest: `${Date.parse('2026-01-08T00:00:00Z').toString(36)}.${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`,
  popular: `${(400).toString(36)}.${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`,
};
const cases = (['galleries', 'photos'] as const).flatMap((table) =>
  (['newest', 'popular'] as const).flatMap((sort) =>
    [false, true].flatMap((ofOne) =>
      [false, true].flatMap((afterCursor) =>
        ['force_custom_plan', 'force_generic_plan'].map((mode) => ({
          table,
          sort,
          ofOne,
          afterCursor,
          mode,
        })),
      ),
    ),
  ),
);

test.each(cases)(
  '$table, $sort first (of one creator: $ofOne, after a cursor: $afterCursor, $mode): read in index order, without sorting',
  async ({ table, sort, ofOne, afterCursor, mode }) => {
    const query = {
      sort,
      offset: 0,
      limit: 25,
      ...(ofOne ? { performerId: creators[3]!.id } : {}),
      ...(afterCursor ? { cursor: cursorOf[sort] } : {}),
    };
    const nodes = await planOf(pageOfMediaItems(db, table, query), mode);
    expect(nodes.map((node) => node['Node Type']).filter((type) => type.includes('Sort'))).toEqual([]);
    const scan = nodes.find((node) => node['Index Name']?.startsWith(table));
    expect(scan?.['Index Name']).toBe(
      `${table}_${ofOne ? (sort === 'newest' ? 'performer' : 'performer_popular') : sort}`,
    );
    expect(scan!['Actual Rows'] * scan!['Actual Loops']).toBeLessThanOrEqual(30);
  },
);

test('a gallery of 500 photos is read page by page by its key, each photo once, in order', async () => {
  const positions: number[] = [];
  let cursor: string | null | undefined;
  do {
    const page: { data: { position: number }[]; nextCursor?: string | null | undefined; total: number } =
      await ok('GET /performer-assets/photos', {
        token: fan.token,
        query: { galleryId: large.id, limit: 50, ...(cursor ? { cursor } : {}) },
      });
    expect(page.total).toBe(500);
    positions.push(...page.data.map(({ position }) => position));
    cursor = page.nextCursor;
  } while (cursor);
  expect(positions).toEqual(Array.from({ length: 500 }, (_, at) => at));
  const plan = (
    await fetchRows<Record<string, string>>(
      db.execute(
        sql`EXPLAIN SELECT p.id, p.position FROM photos p WHERE p.gallery_id = ${large.id} AND p.state = 'published' ORDER BY p.position, p.id LIMIT 51`,
      ),
    )
  )
    .map((row) => row['QUERY PLAN'])
    .join('\n');
  expect(plan).toContain('photos_gallery');
  expect(plan).not.toContain('Sort');
});
