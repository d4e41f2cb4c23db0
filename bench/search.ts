import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { percentile } from './process-cost.ts';
import { atMost } from './table.ts';
import type { Row, Section } from './table.ts';
import type { Means } from './run.ts';

/** The PostgreSQL that the database is made in; by default a local one with trust authentication. */
const given = process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
/** Fewer show that it runs; the figures are those of a million. */
const posts = Number(process.env['BENCH_POSTS'] ?? 1_000_000);
const creators = posts / 10;
const vocabulary = 30_000;
const requests = 40;

interface OwnDatabase {
  readonly url: string;
  readonly version: string;
  drop(): Promise<void>;
}

/** An empty database of its own. */
async function ownDatabase(): Promise<OwnDatabase> {
  const client = new Client({ connectionString: given });
  await client.connect();
  const name = `limelight_bench_${randomBytes(6).toString('hex')}`;
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  const url = new URL(given);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    version: rows[0]?.server_version.split(' ')[0] ?? '',
    async drop() {
      await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await client.end();
    },
  };
}

/** A word of letters for a number, unlike its neighbors'. */
const word = (n: string) =>
  `translate(substr(md5((${n})::text), 1, 1 + (${n}) % 6) || to_hex(${n}), '0123456789', 'ghijklmnop')`;

/**
 * A creator for every ten posts of 24 words. Words are as frequent as in a language: the n-th most common one with a
 * frequency of 1/n. Inserted directly, with triggers and the indexes of words off; by the API it would take days.
 */
async function makeSite(db: Client): Promise<void> {
  await db.query('SET session_replication_role = replica');
  const { rows: indexes } = await db.query<{ indexname: string; indexdef: string }>(
    "SELECT indexname, indexdef FROM pg_indexes WHERE tablename IN ('site_search', 'creator_search', 'search_terms') AND indexdef LIKE '%gin%'",
  );
  for (const { indexname } of indexes) await db.query(`DROP INDEX ${indexname}`);
  await db.query(
    `CREATE TABLE bench_words AS SELECT n, ${word('n')} AS word FROM generate_series(1, ${vocabulary}) n`,
  );
  await db.query(`CREATE TABLE bench_lines AS SELECT m, string_agg(w.word, ' ') AS text, array_agg(DISTINCT w.word) AS words
    FROM (SELECT m, ceil(exp(random() * ln(${vocabulary})))::int AS n FROM generate_series(1, 20000) m, generate_series(1, 12)) x JOIN bench_words w USING (n) GROUP BY m`);
  await db.query(`CREATE TABLE bench_creators AS SELECT n, gen_random_uuid() AS id, 'c' || ${word('n')} AS given, ${word(`1 + n % 5000`)} AS family, 1 + n % 20000 AS line
    FROM generate_series(1, ${creators}) n`);
  for (const table of ['bench_words', 'bench_lines', 'bench_creators']) await db.query(`ANALYZE ${table}`);
  await db.query(`INSERT INTO accounts (id, username, name, bio, is_performer, created_at, updated_at)
    SELECT c.id, 'bench.' || c.n, c.given || ' ' || c.family, l.text, true, now(), now() FROM bench_creators c JOIN bench_lines l ON l.m = c.line`);
  await db.query(`INSERT INTO performers (account_id, verified, followers, categories, created_at, updated_at)
    SELECT id, 'approved', (power(random(), 4) * 100000)::int, ARRAY[(SELECT word FROM bench_words w WHERE w.n = 200 + c.n % 40)], now(), now() FROM bench_creators c`);
  await db.query(`INSERT INTO creator_search (performer_id, words, prefixes)
    SELECT c.id, l.words || ARRAY[c.given, c.family, 'bench', c.n::text], search_prefixes_of(ARRAY[c.given, c.family, 'bench', c.n::text]) FROM bench_creators c JOIN bench_lines l ON l.m = c.line`);
  await db.query(`CREATE TABLE bench_posts AS SELECT gen_random_uuid() AS id, c.id AS creator, 1 + (g.n * 7919::bigint) % 20000 AS one, 1 + (g.n / 3) % 20000 AS two, now() - g.n * interval '20 seconds' AS at
    FROM generate_series(1, ${posts}) g(n) JOIN bench_creators c ON c.n = 1 + (g.n * 31) % ${creators}`);
  await db.query(`INSERT INTO feeds (id, performer_id, type, text, audience, state, published_at, created_at, updated_at)
    SELECT p.id, p.creator, 'text', a.text || ' ' || b.text, 'public', 'published', p.at, p.at, p.at FROM bench_posts p JOIN bench_lines a ON a.m = p.one JOIN bench_lines b ON b.m = p.two`);
  await db.query(`INSERT INTO site_search (kind, item_id, performer_id, words, published_at)
    SELECT 'post', p.id, p.creator, a.words || b.words, p.at FROM bench_posts p JOIN bench_lines a ON a.m = p.one JOIN bench_lines b ON b.m = p.two`);
  await db.query('SELECT search_terms_add(array_agg(word)) FROM bench_words WHERE n <= 5000');
  await db.query('SELECT search_terms_add_text(array_agg(word)) FROM bench_words');
  await db.query('SELECT search_terms_add(array_agg(given)) FROM bench_creators');
  for (const { indexdef } of indexes) await db.query(indexdef);
  for (const table of ['accounts', 'performers', 'creator_search', 'search_terms', 'feeds', 'site_search'])
    await db.query(`VACUUM ANALYZE ${table}`);
}

/** Some words of a range of frequency, each asked for once. */
async function wordsBetween(db: Client, from: number, to: number): Promise<string[]> {
  const { rows } = await db.query<{ word: string }>(
    `SELECT word FROM bench_words WHERE n BETWEEN $1 AND $2 AND length(word) >= 4 ORDER BY md5(word) LIMIT ${requests}`,
    [from, to],
  );
  return rows.map((row) => row.word);
}

async function times(base: string, queries: readonly string[]): Promise<number[]> {
  const found: number[] = [];
  for (let n = 0; n < requests; n += 1) {
    const started = performance.now();
    const answer = await fetch(`${base}${encodeURIComponent(queries[n % queries.length] ?? '')}`);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${base} answered ${answer.status}`);
    found.push(performance.now() - started);
  }
  return found;
}

/** The word without its third letter. */
const misspelled = (text: string) => text.slice(0, 2) + text.slice(3);

async function measure({ url }: { url: string }, { url: address, version }: OwnDatabase): Promise<Section> {
  const db = new Client({ connectionString: address });
  await db.connect();
  try {
    await makeSite(db);
    const common = await wordsBetween(db, 1, 60);
    const usual = await wordsBetween(db, 300, 3_000);
    const rare = await wordsBetween(db, 10_000, 20_000);
    const names = (
      await db.query<{ given: string }>(
        `SELECT given FROM bench_creators ORDER BY md5(id::text) LIMIT ${requests}`,
      )
    ).rows;
    const suggesting = [
      ['a letter', usual.map((each) => each.slice(0, 1))],
      ['two letters', usual.map((each) => each.slice(0, 2))],
      ['three letters', usual.map((each) => each.slice(0, 3))],
      ['a usual word', usual],
      ['a name', names.map(({ given: each }) => each.slice(0, 5))],
      ['a handle', Array.from({ length: requests }, (_, n) => `@bench.${n * 7 + 1}`)],
      ['a typo', usual.map((each) => misspelled(each))],
    ] as const;
    const searching = [
      ['a common word', common],
      ['a usual word', usual],
      ['a rare word', rare],
      ['a common and a usual word', usual.map((each, n) => `${common[n % common.length]} ${each}`)],
      ['a typo', usual.map((each) => misspelled(each))],
      ['a word that nobody wrote', ['qqqqqqqq']],
      ['nothing', ['']],
    ] as const;
    const rows: Row[] = [];
    const run = async (
      what: string,
      path: string,
      { queries, most }: { queries: readonly string[]; most?: number },
    ) => {
      await times(`${url}/api/v1${path}`, queries.slice(0, 3));
      const measured = await times(`${url}/api/v1${path}`, queries);
      rows.push(
        atMost(`${what}: p50`, percentile(measured, 0.5), { unit: ' ms' }),
        atMost(`${what}: p95`, percentile(measured, 0.95), { ...(most && { most }), unit: ' ms' }),
      );
    };
    for (const [what, queries] of suggesting)
      await run(`Suggestions for ${what}`, '/search/suggestions?q=', { queries, most: 100 });
    for (const [what, queries] of searching)
      await run(`Search of all kinds for ${what}`, '/search?q=', { queries, most: 300 });
    for (const [what, queries] of searching.slice(0, 3))
      await run(`Search of posts for ${what}`, '/search?kind=post&q=', { queries, most: 300 });
    const count = (number: number) => number.toLocaleString('en-US');
    return {
      title: 'Searching the site',
      how: `${count(creators)} creators and ${count(posts)} posts of 24 words on PostgreSQL ${version}; ${requests} requests of each kind, one after another, through the API.`,
      rows,
    };
  } finally {
    await db.end();
  }
}

/** On a database of its own, which is dropped afterwards. */
export async function search(startServer: Means['startServer']): Promise<Section> {
  const database = await ownDatabase();
  try {
    const server = await startServer('server', { DEMO: '0', DATABASE_URL: database.url });
    return await measure(server, database).finally(() => server.stop());
  } finally {
    await database.drop();
  }
}
