import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { seed } from '#backend/demo/seed.ts';
import { proposeAdjustment } from '#backend/domain/across/operator/adjustments.ts';
import { FoundThing } from '#contract/across/operator/people.ts';
import { testBackend } from '../../../setup/backend.ts';
import { newOperator } from '../../../setup/operators.ts';
import { privateStreamsIn } from '../../../setup/private-streams.ts';
import { sketches } from '../../../setup/sketches.ts';

const app = await testBackend();
const { ok, db, ports } = app;
ports.clock.set('2026-11-20T12:00:00.000Z');
await seed(app, { pictures: sketches });
const { token } = await newOperator(app);
const find = (q: string) => ok('GET /operator/search', { token, query: { q } });

/** A statement is computed, and has a number only. */
type Kept = Exclude<FoundThing['kind'], 'statement'>;
/** Where each other kind of thing is kept. */
const tables: Readonly<Record<Kept, string>> = {
  post: 'feeds',
  video: 'videos',
  gallery: 'galleries',
  product: 'products',
  auction: 'auctions',
  stream: 'streams',
  series: 'post_series',
  broadcast: 'broadcasts',
  comment: 'comments',
  'private-stream': 'private_streams',
  message: 'messages',
  conversation: 'conversations',
  order: 'orders',
  payout: 'payout_requests',
  dispute: 'disputes',
  case: 'moderation_cases',
  contact: 'contact_messages',
  adjustment: 'adjustments',
};
const oneOf = async (table: string) =>
  (
    await fetchRows<Record<string, string>>(db.execute(sql`SELECT * FROM ${sql.identifier(table)} LIMIT 1`))
  )[0];

/** What the demo has none of. */
const made: Partial<Record<Kept, () => Promise<unknown>>> = {
  stream: async () => {
    const creator = await app.makeCreator();
    const scheduledAt = new Date(ports.clock.now().getTime() + 3_600_000).toISOString();
    return ok('POST /streaming/live', { token: creator.token, body: { title: 'Friday', scheduledAt } });
  },
  'private-stream': async () => {
    const { richFan, openCreator, ask } = privateStreamsIn(app);
    return ask(await richFan(), await openCreator());
  },
  contact: () =>
    ok('POST /contact', {
      body: { name: 'Ann', email: 'ann@example.com', subject: 'Help', message: 'Where is my parcel?' },
    }),
  adjustment: async () => {
    const { username } = await app.makeFan();
    return proposeAdjustment(
      { ...app.ctx, actor: 'root', actorId: null },
      { person: username, purse: 'wallet', amount: 5, reason: 'Charged twice.', reference: '' },
    );
  },
  dispute: async () => {
    const payment = (
      await fetchRows<{ id: string }>(
        db.execute(sql`SELECT id FROM payments WHERE state = 'succeeded' LIMIT 1`),
      )
    )[0]!;
    const [id, moment] = [ports.ids(), ports.clock.now().toISOString()];
    await db.execute(sql`INSERT INTO disputes (id, gateway, gateway_id, payment_id, amount, reason, state, created_at, updated_at)
      VALUES (${id}, 'sandbox', 'dp_quoted', ${payment.id}, 100, 'fraudulent', 'open', ${moment}, ${moment})`);
  },
};

const kept = FoundThing.shape.kind.options.filter((kind) => kind !== 'statement');
test.each(kept)('%s: found by its id, alone and in an address', async (kind) => {
  if (!(await oneOf(tables[kind]))) await made[kind]?.();
  const id = (await oneOf(tables[kind]))?.['id'];
  expect(id, `the demo has no ${kind}`).toBeDefined();
  for (const q of [id!, `https://limelight.test/x/${id}?tab=1`, ` ${id!.toUpperCase()} `])
    expect((await find(q)).things, q).toMatchObject([{ _id: id, kind }]);
});

test('what is private is found without its words', async () => {
  const message = await fetchRows<{ id: string; text: string }>(
    db.execute(sql`SELECT id, text FROM messages WHERE text <> '' LIMIT 1`),
  );
  const found = await find(message[0]!.id);
  expect(found.things).toMatchObject([{ kind: 'message', title: '' }]);
  expect(JSON.stringify(found)).not.toContain(message[0]!.text);
});

test('an order is found by its number and a payment by its receipt’s, however they are typed', async () => {
  const { number, transaction_id: paymentId } = (await oneOf('orders'))!;
  const ways = (whole: string) => [
    whole,
    whole.toLowerCase(),
    whole.replaceAll('-', ''),
    whole.replaceAll('-', ' '),
  ];
  for (const q of ways(number!))
    expect((await find(q)).things, q).toMatchObject([{ kind: 'order', paymentId }]);
  const [paid] = await fetchRows<{ id: string; payer: string }>(
    db.execute(
      sql`SELECT transaction_id AS id, account_id AS payer FROM payments WHERE state = 'succeeded' LIMIT 1`,
    ),
  );
  const payer = await app.openSession(paid!.payer);
  await ok('GET /payment/receipts/:id', { token: payer.token, params: { id: paid!.id } });
  const receipt = (await oneOf('receipts'))!;
  for (const q of [...ways(receipt['number']!), receipt['number']!.slice(2)])
    expect((await find(q)).payments, q).toMatchObject([{ _id: receipt['transaction_id'] }]);
});

test('a dispute and a payout are found by the gateway’s reference, a person by the address of their page', async () => {
  await made.dispute!().catch(() => undefined);
  expect((await find('dp_quoted')).things).toMatchObject([{ kind: 'dispute' }]);
  const [payout] = await fetchRows<{ id: string; reference: string }>(
    db.execute(sql`SELECT id, reference FROM payout_requests WHERE reference IS NOT NULL LIMIT 1`),
  );
  expect((await find(payout!.reference)).things).toMatchObject([{ _id: payout!.id, kind: 'payout' }]);
  const { people } = await find('https://limelight.test/demo-creator?tab=posts');
  expect(people.map(({ username }) => username)).toContain('demo-creator');
});

test('a creator is found by the number of a monthly statement, however it is typed', async () => {
  const creator = await app.makeCreator();
  const { token: own } = await app.openSession(creator.id);
  const { number } = await ok('GET /performer/earning/statement', {
    token: own,
    query: { month: '2026-11' },
  });
  expect(number).toMatch(/^S-2026-11-/);
  for (const q of [
    number,
    number.toLowerCase(),
    number.slice(2),
    number.replaceAll('-', ''),
    number.replaceAll('-', ' '),
    `https://limelight.test/x?number=${number}&tab=1`,
  ])
    expect(await find(q), q).toMatchObject({
      people: [{ _id: creator.id }],
      things: [{ _id: creator.id, kind: 'statement', title: number, owner: { _id: creator.id } }],
    });
  expect((await find(number.replace('2026-11', '2031-11'))).things).toEqual([]);
  const other = number.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  expect((await find(other)).people).toEqual([]);
});

test('a statement opens as its creator reads it, and the audit log tells', async () => {
  const creator = await app.makeCreator();
  const { token: own } = await app.openSession(creator.id);
  const query = { month: '2026-11' };
  const theirs = await ok('GET /performer/earning/statement', { token: own, query });
  const open = (id: string, month: string) =>
    app.raw('POST /operator/people/:id/statement', { token, params: { id }, body: { month } });
  const opened = await open(creator.id, '2026-11');
  expect(opened.data, opened.text).toEqual(theirs);
  const { data } = await ok('GET /operator/audit/search', { token, query: { whom: creator.id } });
  expect(data).toMatchObject([
    { action: 'earnings.statement-opened', facts: [{ name: 'number', value: theirs.number }] },
  ]);
  expect((await open(creator.id, '2031-01')).status).toBe(422);
  expect((await open((await app.makeFan()).id, '2026-11')).status).toBe(404);
});
