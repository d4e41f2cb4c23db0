import { readdirSync, statSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import type { CaseState } from '#contract/across/operator/moderation.ts';
import { creators, demoFan, openCreators } from '#backend/demo/cast.ts';
import { filmNames, soundNames } from '#backend/demo/people/plan.ts';
import type { SeedPictures } from '#backend/demo/pictures.ts';
import { seed } from '#backend/demo/seed.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { addUpDays } from '#backend/domain/money/earnings/days.ts';
import { demoAccounts } from '#backend/domain/base/site/routes.ts';
import { seedDemo } from '#backend/node/seed-demo.ts';
import { fillGallery } from '#backend/demo/gallery.ts';
import { createSeedPictures } from '#backend/node/media/seed-media.ts';
import { testBackend } from '../../setup/backend.ts';
import { testDatabase } from '../../setup/database.ts';
import { askOf } from '../../setup/media.ts';
import { newOperator } from '../../setup/operators.ts';
import { sketches } from '../../setup/sketches.ts';
import { makeTestApp } from '../../setup/test-app.ts';

const now = '2026-11-20T12:00:00.000Z';
const tables = [
  'accounts',
  'performers',
  'follows',
  'feeds',
  'files',
  'feed_files',
  'polls',
  'poll_options',
  'poll_votes',
  'subscriptions',
  'cards',
  'payments',
  'provider_events',
  'ledger_transactions',
  'ledger_postings',
  'purchases',
  'conversations',
  'conversation_members',
  'messages',
  'message_files',
  'token_packages',
  'promos',
  'reactions',
  'comments',
  'galleries',
  'photos',
  'purchase_files',
  'auctions',
  'bids',
  'auction_images',
  'orders',
  'order_events',
  'products',
  'product_images',
  'addresses',
  'coupons',
  'spend_caps',
  'referrals',
  'referral_codes',
  'referral_credits',
  'active_days',
  'moderation_cases',
  'moderation_decisions',
  'moderation_appeals',
];

const app = await testBackend();
app.ports.clock.set(now);
await seed(app, { pictures: sketches });
const { db, ok, backend } = app;
const query = <Row>(text: ReturnType<typeof sql>) => fetchRows<Row>(db.execute(text));
const login = async (who: 'user' | 'performer') =>
  (
    await ok('POST /auth/login', {
      body: { credentials: demoAccounts[who], password: demoAccounts.password },
    })
  ).token;

test('the same seed creates the same data, which stays alive: subscriptions renew by themselves', async () => {
  const other = await testBackend();
  other.ports.clock.set(now);
  await seed(other, { pictures: sketches });
  for (const table of tables) {
    // Password hashes and gateway ids are random, and sequence numbers are assigned by the database.
    const content = async (database: typeof db) =>
      (
        await fetchRows<{ row: string }>(
          database.execute(
            sql`SELECT (to_jsonb(t) - 'password_hash' - 'gateway_id' - 'seq')::text AS row FROM ${sql.identifier(table)} AS t ORDER BY 1`,
          ),
        )
      ).map(({ row }) => row);
    expect({ table, same: (await content(other.db)).join('\n') === (await content(db)).join('\n') }).toEqual({
      table,
      same: true,
    });
  }
  other.ports.clock.move('25d');
  for (let round = 0; round < 6; round += 1) await other.backend.runJobs();
  expect(
    await fetchRows(
      other.db.execute(
        sql`SELECT state, count(*)::int AS n FROM subscriptions WHERE user_id = ${demoFan.id} AND type = 'monthly' GROUP BY state ORDER BY state`,
      ),
    ),
  ).toEqual([
    { state: 'active', n: 2 },
    { state: 'expired', n: 1 },
    { state: 'past_due', n: 1 },
  ]);
  expect(
    await fetchRows(
      other.db.execute(
        sql`SELECT id FROM subscriptions WHERE state = 'past_due' AND user_id <> ${demoFan.id}`,
      ),
    ),
  ).toEqual([]);
  expect(await checkLedger(other.ctx)).toEqual([]);
});

describe('money', () => {
  test('adds up: every transaction, every balance (I1, I2)', async () => {
    expect(await checkLedger(app.ctx)).toEqual([]);
  });
  test('every external credit has one provider event, every payment its entry (I3)', async () => {
    const [row] = await query<{ events: number; payments: number; credits: number }>(sql`SELECT
      (SELECT count(*)::int FROM provider_events) AS events, (SELECT count(*)::int FROM payments WHERE state = 'succeeded' AND transaction_id IS NOT NULL) AS payments,
      (SELECT count(*)::int FROM ledger_transactions WHERE kind IN ('top_up', 'subscription', 'gift') AND provider_event_id IS NOT NULL) AS credits`);
    expect(row!.events).toBeGreaterThan(200);
    expect([row!.payments, row!.credits]).toEqual([row!.events, row!.events]);
  });
  test('is in the past, covering a month, in order', async () => {
    const [row] = await query<{
      oldest: string;
      newest: string;
      unordered: number;
    }>(sql`SELECT min(created_at)::text AS oldest, max(created_at)::text AS newest,
      (SELECT count(*)::int FROM (SELECT created_at, lag(created_at) OVER (ORDER BY seq) AS previous FROM ledger_postings) AS p WHERE created_at < previous) AS unordered FROM ledger_transactions`);
    expect(new Date(row!.newest).getTime()).toBeLessThanOrEqual(Date.parse(now));
    expect(Date.parse(now) - new Date(row!.oldest).getTime()).toBeGreaterThan(30 * 86_400_000);
    expect(row!.unordered).toBe(0);
  });
});

test('the stored counts of creators match the rows', async () => {
  const wrong = await query(sql`
    SELECT a.username FROM performers p JOIN accounts a ON a.id = p.account_id WHERE
      p.followers <> (SELECT count(*) FROM follows f WHERE f.performer_id = p.account_id)
      OR p.subscribers <> (SELECT count(*) FROM subscriptions s WHERE s.performer_id = p.account_id AND s.state IN ('active', 'past_due', 'cancelled') AND s.period_end > ${now}::timestamptz)
      OR p.feeds <> (SELECT count(*) FROM feeds f WHERE f.performer_id = p.account_id AND f.state = 'published')
      OR p.photos <> (SELECT count(*) FROM files f JOIN feed_files ff ON ff.file_id = f.id JOIN feeds e ON e.id = ff.feed_id AND e.state = 'published' WHERE f.owner_id = p.account_id AND f.type = 'feed-photo')
        + (SELECT count(*) FROM photos s LEFT JOIN galleries g ON g.id = s.gallery_id WHERE s.performer_id = p.account_id AND s.state = 'published' AND coalesce(g.state = 'published', true))
      OR p.single_photos <> (SELECT count(*) FROM photos s WHERE s.performer_id = p.account_id AND s.gallery_id IS NULL AND s.state = 'published')
      OR p.galleries <> (SELECT count(*) FROM galleries g WHERE g.performer_id = p.account_id AND g.state = 'published')
      OR p.videos <> (SELECT count(*) FROM files f JOIN feed_files ff ON ff.file_id = f.id JOIN feeds e ON e.id = ff.feed_id AND e.state = 'published' WHERE f.owner_id = p.account_id AND f.type = 'feed-video')
        + (SELECT count(*) FROM videos v WHERE v.performer_id = p.account_id AND v.state = 'published')
      OR p.single_videos <> (SELECT count(*) FROM videos v WHERE v.performer_id = p.account_id AND v.state = 'published')
      OR p.likes <> (SELECT coalesce(sum(likes), 0) FROM (SELECT performer_id, likes FROM feeds UNION ALL SELECT performer_id, likes FROM videos UNION ALL SELECT performer_id, likes FROM galleries
        UNION ALL SELECT performer_id, likes FROM photos UNION ALL SELECT performer_id, likes FROM products UNION ALL SELECT performer_id, likes FROM auctions) AS w WHERE w.performer_id = p.account_id)`);
  for (const [type, table] of [
    ['feed', 'feeds'],
    ['video', 'videos'],
    ['gallery', 'galleries'],
    ['photo', 'photos'],
    ['product', 'products'],
    ['auction', 'auctions'],
  ] as const) {
    const untrue =
      await query(sql`SELECT id FROM ${sql.identifier(table)} w WHERE likes <> (SELECT count(*) FROM reactions r WHERE r.object_type = ${type} AND r.object_id = w.id AND action = 'like')
      OR bookmarks <> (SELECT count(*) FROM reactions r WHERE r.object_type = ${type} AND r.object_id = w.id AND action = 'bookmark')
      OR comments <> (SELECT count(*) FROM comments c WHERE c.held_at IS NULL AND c.object_type = ${type} AND c.object_id = w.id AND deleted_at IS NULL)`);
    expect({ table, untrue }).toEqual({ table, untrue: [] });
  }
  expect(wrong).toEqual([]);
  const polls =
    await query(sql`SELECT feed_id FROM polls p WHERE voters <> (SELECT count(DISTINCT account_id) FROM poll_votes v WHERE v.feed_id = p.feed_id)
    OR EXISTS (SELECT 1 FROM poll_options o WHERE o.feed_id = p.feed_id AND o.votes <> (SELECT count(*) FROM poll_votes v WHERE v.option_id = o.id))`);
  expect(polls).toEqual([]);
});

test('there are two dozen creators, posts of every type, audience and price, and one creator to approve', async () => {
  expect(openCreators).toHaveLength(24);
  expect(creators.filter(({ pending }) => pending)).toHaveLength(1);
  const [row] = await query<{ types: string[]; audiences: string[]; sold: number; included: number }>(sql`
    SELECT array_agg(DISTINCT type) AS types, array_agg(DISTINCT audience) AS audiences, count(*) FILTER (WHERE price > 0 AND NOT included_in_subscription)::int AS sold,
      count(*) FILTER (WHERE included_in_subscription)::int AS included FROM feeds`);
  expect(row!.types.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'audio',
    'photo',
    'poll',
    'teaser',
    'text',
    'video',
  ]);
  expect(row!.audiences).toHaveLength(3);
  expect([row!.sold > 8, row!.included > 5]).toEqual([true, true]);
});

describe('the demo fan', () => {
  test('has tokens, people to read, purchases and messages to reply to', async () => {
    const token = await login('user');
    expect(await ok('GET /users/me', { token })).toMatchObject({
      username: 'demo-fan',
      isPerformer: false,
      balance: 640,
      totalNotSeenMessages: 4,
      email: 'demo-fan@example.com',
    });
    const first = await ok('GET /user/feeds', { token, query: {} });
    expect(first.data).toHaveLength(25);
    const reasons = new Set(
      (
        await Promise.all(
          [first.nextCursor!].map((cursor) =>
            ok('GET /user/feeds', { token, query: { cursor, limit: 100 } }),
          ),
        )
      )
        .flatMap(({ data }) => [...first.data, ...data])
        .map(({ access }) => access.reason),
    );
    expect(reasons).toEqual(new Set(['free', 'follower', 'subscriber', 'purchased', 'locked', 'included']));
    expect((await ok('GET /reactions/feeds/bookmark', { token })).total).toBe(7);
    expect(
      (await ok('GET /bookmark-collections', { token })).data.map(({ items, cover }) => [
        items > 2,
        cover !== null,
      ]),
    ).toEqual([
      [false, false],
      [true, true],
      [true, true],
    ]);
    expect((await ok('GET /user/library', { token })).data.every(({ title }) => title.length > 0)).toBe(true);
    const conversations = await ok('GET /conversations', { token, query: {} });
    // All but the one with their request.
    expect(
      conversations.data.filter(({ canWrite }) => !canWrite).map(({ request }) => request),
    ).toMatchObject([{ state: 'pending', price: 30, isMine: true }]);
    expect(conversations.total).toBe(6);
  });

  test('can hear voice messages and finds their tip where they gave it', async () => {
    const token = await login('user');
    const of = async (username: string) => {
      const { data } = await ok('GET /conversations', { token, query: {} });
      const { _id } = data.find(({ recipient }) => recipient?.username === username)!;
      return (await ok('GET /messages/conversations/:id', { token, params: { id: _id }, query: {} })).data;
    };
    const [mara, kofi] = [await of('demo-creator'), await of('slowstrings')];
    const [tip] = mara.filter(({ type }) => type === 'tip');
    expect(tip).toMatchObject({ tip: { tokens: 50, note: 'For the next roll' } });
    const voices = [...mara, ...kofi].filter(({ type }) => type === 'voice');
    expect(voices).toHaveLength(2);
    const ask = askOf(backend);
    for (const { files } of voices) {
      expect(files[0]?.peaks?.length).toBeGreaterThan(0);
      expect((await ask(files[0]!.url!, { token })).status).toBe(200);
    }
  });

  test('the demo fan left a video and a recording in the middle', async () => {
    const { data } = await ok('GET /user/unfinished', { token: await login('user') });
    expect(data.map(({ kind, seconds }) => [kind, seconds])).toEqual([
      ['video', 31],
      ['feed', 47],
    ]);
  });

  test('every image and clip they see really exists', async () => {
    const token = await login('user');
    const ask = askOf(backend);
    const replies = await Promise.all([
      app.raw('GET /user/feeds', { token, query: { limit: 100 } }),
      app.raw('GET /performers/top', { query: { limit: 24 } }),
      app.raw('GET /site-promo/search'),
    ]);
    const addresses = [...new Set(replies.flatMap(({ text }) => text.match(/\/media\/[^"]+/g) ?? []))];
    expect(addresses.length).toBeGreaterThan(150);
    for (const address of addresses)
      expect({ address, status: (await ask(address, { token })).status }).toEqual({ address, status: 200 });
  });
});

test('auctions in every state, one about to end; the demo fan was outbid in it, and has won another', async () => {
  const token = await login('user');
  const found = async (state: 'live' | 'scheduled' | 'ended') =>
    (await ok('GET /autions/search', { query: { state, sort: 'ending' } })).data;
  const [next, ...others] = await found('live');
  expect(Date.parse(next!.effectiveEndAt) - Date.parse(now)).toBe(40 * 60_000);
  expect([next!.performer.username, next!.bidCount, next!.currentPrice, others.length]).toEqual([
    'demo-creator',
    4,
    105,
    2,
  ]);
  expect((await found('scheduled')).map(({ performer }) => performer.username)).toEqual(['demo-creator']);
  expect((await found('ended')).map(({ state }) => state).toSorted()).toEqual(['sold', 'sold', 'unsold']);
  const own = (await ok('GET /autions/users/search', { token })).data;
  expect(own.map(({ ownBid, orderId }) => [ownBid?.result, orderId !== null])).toEqual([
    ['outbid', false],
    ['won', true],
  ]);
});

test('galleries of several creators: open, for subscribers and for sale; the demo fan bought one; one is scheduled', async () => {
  const token = await login('user');
  const { data } = await ok('GET /performer-assets/galleries/search', { token, query: {} });
  expect(new Set(data.map(({ access }) => access.reason)).size).toBeGreaterThan(3);
  expect(
    data.filter(({ access }) => access.reason === 'purchased').map(({ performer }) => performer.username),
  ).toEqual(['clay.and.ash']);
  expect(data.every(({ numOfItems, cover }) => numOfItems >= 3 && cover !== null)).toBe(true);
  expect(new Set(data.map(({ performer }) => performer.username)).size).toBeGreaterThan(5);
  const photos = await ok('GET /performer-assets/photos', { token, query: {} });
  expect(new Set(photos.data.map(({ access }) => access.allowed))).toEqual(new Set([true, false]));
  const own = await ok('GET /performer/performer-assets/galleries/search', {
    token: await login('performer'),
    query: {},
  });
  expect(new Set(own.data.map(({ state }) => state))).toEqual(new Set(['published', 'draft', 'scheduled']));
  expect(own.data.some(({ sold, earned }) => sold === 3 && earned > 0)).toBe(true);
});

test('the demo creator has message requests, quick replies, automatic messages and one for tomorrow', async () => {
  const token = await login('performer');
  const requests = await ok('GET /conversations', { token, query: { filter: 'requests' } });
  expect(requests.data.map(({ recipient, request }) => [recipient?.name, request?.price])).toEqual([
    ['Tariq Mahmood', 20],
    ['Isla Grant', 0],
  ]);
  const { data } = await ok('GET /quick-replies', { token });
  expect(data.map(({ title }) => title)).toEqual(['Thanks', 'Shipping', 'Which film']);
  const automatic = await ok('GET /automatic-messages', { token });
  expect(automatic.data.map(({ isOn }) => isOn)).toEqual([true, true, true, false]);
  const later = await ok('GET /scheduled-messages', { token, query: {} });
  expect(later.data).toMatchObject([{ state: 'scheduled' }]);
  const inbox = await ok('GET /conversations', { token, query: {} });
  expect(inbox.data[0]).toMatchObject({ isPinned: true, recipient: { name: 'Amelia Stone' } });
  const archived = await ok('GET /conversations', { token, query: { filter: 'archived' } });
  expect(archived.data.map(({ recipient }) => recipient?.name)).toEqual(['Grace Mwangi']);
});

test('the demo creator has posts, subscribers, earnings and unread messages', async () => {
  const token = await login('performer');
  const me = await ok('GET /performers/me', { token });
  expect(me).toMatchObject({ username: 'demo-creator', verified: 'approved' });
  expect(me.counts.feeds).toBe(14);
  const own = await ok('GET /performer/feeds', { token, query: { limit: 100 } });
  expect(new Set(own.data.map(({ type }) => type))).toEqual(
    new Set(['text', 'photo', 'video', 'audio', 'teaser', 'poll']),
  );
  expect(new Set(own.data.map(({ state }) => state))).toEqual(
    new Set(['draft', 'scheduled', 'published', 'expired', 'archived']),
  );
  expect(me.counts.subscribers).toBeGreaterThan(10);
  const { total, bySource, balance } = await ok('GET /performer/earning/stats', { token, query: {} });
  expect(total.net).toBeGreaterThan(10_000);
  expect(new Set(bySource.map(({ source }) => source))).toEqual(
    new Set(['subscription', 'tip', 'feed', 'gallery', 'auction', 'product', 'video', 'refund']),
  );
  expect(balance.available).toBeGreaterThan(0);
  expect((await ok('GET /users/me', { token })).totalNotSeenMessages).toBeGreaterThan(5);
  expect(
    (await ok('GET /performer/feeds', { token, query: {} })).data.some(
      ({ sold, earned }) => sold > 0 && earned > 0,
    ),
  ).toBe(true);
  expect((await ok('GET /promotions/search', { token })).data).toMatchObject([
    { kind: 'percent', state: 'running', left: 12 },
    { kind: 'trial', state: 'running', uses: 2, subscribers: 2 },
  ]);
  expect(
    (await ok('GET /subscriptions/performer/search', { token, query: { limit: 100 } })).data.filter(
      ({ note }) => note !== '',
    ),
  ).toHaveLength(2);
});

test('some of the demo creator’s subscribers left, in the last three months and before', async () => {
  const token = await login('performer');
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  for (const ago of [29, 89]) {
    const { churn, lifetimeValue, before, cohorts } = await ok('GET /performer/statistics/audience', {
      token,
      query: { from: day(ago), to: day(0) },
    });
    expect(churn).toBeGreaterThan(0);
    expect(churn).toBeLessThan(50);
    expect(lifetimeValue).toBeGreaterThan(0);
    expect(before.subscribers).toBeGreaterThan(5);
    expect(cohorts.some(({ kept }) => kept.some((share) => share > 0 && share < 100))).toBe(true);
  }
});

test('every published video of the demo creator has a picture of its own', async () => {
  const pictures = await query<{ all: number; different: number }>(sql`
    SELECT count(*)::int AS all, count(DISTINCT coalesce(thumbnail_id, file_id))::int AS different FROM videos
    WHERE state = 'published' AND performer_id = (SELECT id FROM accounts WHERE username = 'demo-creator')`);
  expect(pictures).toEqual([{ all: 4, different: 4 }]);
});

test('nobody else can log in or be emailed', async () => {
  expect(
    await query(
      sql`SELECT username FROM accounts WHERE (password_hash IS NOT NULL OR email IS NOT NULL) AND username NOT IN ('demo-fan', 'demo-creator')`,
    ),
  ).toEqual([]);
});

test('a seed that fails halfway leaves the database empty', async () => {
  const other = await makeTestApp();
  const broken: SeedPictures = { ...sketches, clip: () => Promise.reject(new Error('no clips today')) };
  await expect(seed(other, { pictures: broken })).rejects.toThrow('no clips today');
  other.ports.passwords.hash = () => Promise.reject(new Error('no hash today'));
  await expect(seed(other, { pictures: sketches })).rejects.toThrow('no hash today');
  for (const table of tables)
    expect(await fetchRows(other.db.execute(sql`SELECT 1 FROM ${sql.identifier(table)} LIMIT 1`))).toEqual(
      table.startsWith('ledger_acc') ? [{}] : [],
    );
});

test('every picture has its file, and every file is used', async () => {
  const asked: string[] = [];
  const noted: SeedPictures = {
    ...sketches,
    picture: (name, widths) => {
      asked.push(`${name}.webp`);
      return sketches.picture(name, widths);
    },
  };
  await fillGallery((await makeTestApp()).ctx, noted);
  const folder = new URL('../../../src/backend/node/media/seed-pictures/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.includes('.'),
  );
  expect(files.toSorted()).toEqual(asked.toSorted());
  const bytes = files.reduce((sum, name) => sum + statSync(new URL(name, folder)).size, 0);
  expect(bytes).toBeLessThan(12_000_000);
});

test('the real pictures and clips are there', async () => {
  const pictures = createSeedPictures();
  const read = await pictures.picture('covers/demo-creator', [640, 1280]);
  expect(read.renditions.map(({ name, width }) => [name, width])).toEqual([
    ['1280.webp', 1280],
    ['640.webp', 640],
    ['blur.webp', 320],
  ]);
  const clips = await Promise.all([...filmNames, ...soundNames].map((name) => pictures.clip(name)));
  for (const { mime, poster, peaks } of clips) {
    expect(poster?.renditions.map(({ name }) => name)).toEqual(
      mime === 'video/mp4' ? ['320.webp', '640.webp', 'blur.webp'] : undefined,
    );
    expect(peaks !== null).toBe(mime === 'audio/mp4');
  }
  // Positions are kept from a minute on, so some are longer.
  expect(clips.filter(({ duration }) => duration > 60).map(({ mime }) => mime)).toEqual([
    'video/mp4',
    'audio/mp4',
  ]);
});

test('processes that start together on an empty database create the demo content once: one creates it, the others wait', async () => {
  const database = await testDatabase();
  const other = await testBackend({ database });
  other.ports.clock.set(now);
  const printed: string[] = [];
  const seeded = await Promise.all(
    Array.from({ length: 3 }, () =>
      seedDemo(
        { ...other, pool: database.pool },
        (step, state) => void printed.push(`${step}: ${state.replace(/\d.*/, '')}`),
        sketches,
      ),
    ),
  );
  expect(seeded).toEqual([true, true, true]);
  expect(printed.toSorted()).toEqual([
    'demo data: another process is creating it …',
    'demo data: another process is creating it …',
    'demo data: created (',
    'demo data: creating people, pictures and posts …',
  ]);
  const count = async (within: typeof db) =>
    (await fetchRows<{ n: number }>(within.execute(sql`SELECT count(*)::int AS n FROM accounts`)))[0]?.n;
  expect(await count(other.db)).toBe(await count(db));
  expect(await checkLedger(other.ctx)).toEqual([]);
}, 180_000);

test('products of several creators, and orders in many states on both sides of the demo accounts', async () => {
  const [fan, creator] = [await login('user'), await login('performer')];
  const { data } = await ok('GET /performer-assets/products/search', { token: fan, query: {} });
  expect(new Set(data.map(({ performer }) => performer.username)).size).toBeGreaterThan(6);
  expect(new Set(data.map(({ type }) => type))).toEqual(new Set(['digital', 'physical']));
  expect(
    data.every(({ images, files, type }) => images.length > 0 && (type === 'digital') === files.length > 0),
  ).toBe(true);
  const bought = await ok('GET /orders/users/search', { token: fan, query: {} });
  expect(bought.data.map(({ state }) => state)).toEqual([
    'paid',
    'accepted',
    'paid',
    'paid',
    'shipped',
    'delivered',
    'refunded',
    'shipped',
    'closed',
  ]);
  // One problem waits for the demo creator, one for the site.
  expect(bought.data.map(({ problem }) => problem?.state ?? null).filter(Boolean)).toEqual(['escalated']);
  const sold = await ok('GET /orders/search', { token: creator, query: {} });
  expect(new Set(sold.data.map(({ state }) => state))).toEqual(
    new Set(['paid', 'accepted', 'shipped', 'delivered', 'closed', 'refunded']),
  );
  expect(sold.data.map(({ problem }) => problem?.state ?? null).filter(Boolean)).toEqual(['open']);
  const { url } = await ok('GET /performer-assets/products/:id/download-link', {
    token: fan,
    params: { id: bought.data[5]!.productId! },
  });
  expect((await askOf(backend)(url, { token: fan })).text).toMatch(/^%PDF-1\.4[\s\S]*%%EOF\n$/);
});

test('videos of several creators: free, for subscribers, sold with a teaser, with an accepted co-creator, with a pending one, and scheduled', async () => {
  const { data } = await ok('GET /performer-assets/videos/search', { query: {} });
  expect(new Set(data.map(({ performer }) => performer.username)).size).toBeGreaterThanOrEqual(3);
  expect(data.some(({ access }) => access.allowed)).toBe(true);
  expect(data.some(({ price, teaser }) => price > 0 && teaser?.url)).toBe(true);
  expect(data.some(({ coCreators }) => coCreators.length > 0)).toBe(true);
  expect(data.find(({ file }) => file?.captions)?.file?.captions?.map(({ language }) => language)).toEqual([
    'en',
    'de',
  ]);
  const states = await query<{ state: string }>(sql`SELECT DISTINCT state FROM videos`);
  expect(states.map(({ state }) => state).toSorted()).toEqual(['draft', 'published', 'scheduled', 'waiting']);
});

describe('the operator’s desk', () => {
  test('leaves no email to send', async () => {
    expect(
      await query(sql`SELECT subject FROM email_outbox WHERE sent_at IS NULL AND subject LIKE 'A decision%'`),
    ).toEqual([]);
    expect(
      await query(
        sql`SELECT j.id FROM jobs j JOIN email_outbox m ON m.id::text = j.payload->>'mailId' WHERE j.done_at IS NULL AND m.subject LIKE 'A decision%'`,
      ),
    ).toEqual([]);
  });

  test('has cases in every state, a comment to review, and a chart of every day', async () => {
    const { token } = await newOperator(app);
    const kinds = async (state: CaseState) =>
      (await ok('GET /operator/cases', { token, query: { state } })).data.map(({ targetType }) => targetType);
    // Illegal content before what waited longer.
    expect(await kinds('open')).toEqual(['product', 'account', 'comment']);
    expect(await kinds('waiting')).toEqual(['account']);
    expect(await kinds('appealed')).toEqual(['feed']);
    expect(await kinds('closed')).toHaveLength(5);
    expect((await ok('GET /operator/comments', { token })).data).toMatchObject([
      { author: { name: 'Nell Ward' } },
    ]);
    await addUpDays(app.ctx);
    const { days, total } = await ok('GET /operator/figures', { token, query: { days: '90' } });
    expect(days.filter(({ active }) => active === 0)).toEqual([]);
    expect([total.joined > 10, total.gross > 0]).toEqual([true, true]);
  });

  test('has decided about both demo accounts, one with an appeal that waits, and told the fan what they reported', async () => {
    const of = async (who: 'user' | 'performer') => {
      const token = await login(who);
      return (await ok('GET /decisions', { token })).data.map(({ action, state, appeal, appealBy }) => [
        action,
        state,
        appeal?.state ?? null,
        appealBy !== null,
      ]);
    };
    expect(await of('performer')).toEqual([['hide', 'in-force', 'pending', false]]);
    expect(await of('user')).toEqual([
      ['warn', 'in-force', null, true],
      ['remove', 'reversed', 'reversed', false],
    ]);
    const { data } = await ok('GET /reports', { token: await login('user') });
    expect(data.map(({ targetType, outcome }) => [targetType, outcome])).toEqual([
      ['feed', 'no-action'],
      ['comment', 'acted'],
    ]);
  });
});
