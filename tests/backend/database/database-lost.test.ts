import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Ctx, transaction } from '#backend/kernel/context.ts';
import { OutcomeUnknownError, isConnectionLost } from '#backend/db/connection-lost.ts';
import { fetchRows } from '#backend/db/db.ts';
import { accounts } from '#backend/db/schema/accounts.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { connect } from '#backend/node/database/database.ts';
import { watchDatabase } from '#backend/node/database/database-watch.ts';
import { testBackend } from '../../setup/backend.ts';
import { testDatabase } from '../../setup/database.ts';
import { quiet } from '../../setup/quiet.ts';
import { relayTo } from '../../setup/relay.ts';

/*
 * Connections to the database end at every point of a transaction: closed by the server, reset on the
 * network, or silently dropped.
 */
const direct = await testDatabase();
const { host, port } = direct.connection;
const relay = await relayTo({ path: `${host}/.s.PGSQL.${port}` });
const atOnce = 4;
const open = connect({ ...direct.connection, host: '127.0.0.1', port: relay.port, max: atOnce }, quiet);
const app = await testBackend({ database: { ...direct, db: open.db, pool: open.pool } });
const { ctx, ports } = app;
afterAll(async () => {
  await relay.close();
  await open.close();
});
beforeEach(() => ports.transport.clear());

const endOwn = (tx: Ctx) => tx.db.execute(sql`SELECT pg_terminate_backend(pg_backend_pid())`);
const nameOf = async (id: string) =>
  (await direct.db.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, id)))[0]?.name;
const rename = (tx: Ctx, id: string, name: string) =>
  tx.db.update(accounts).set({ name }).where(eq(accounts.id, id));
const roomTold = () => ports.transport.emitted.filter(({ room }) => room === 'r').map(({ event }) => event);
/** Uses all connections of the pool at once. */
const allPlaces = () =>
  Promise.all(
    Array.from({ length: atOnce * 2 }, () =>
      transaction(ctx, async (tx) => fetchRows(tx.db.execute(sql`SELECT pg_sleep(0.01)`))),
    ),
  );

test('a few connections stay open when nobody needs them', async () => {
  const { pool } = connect({ ...direct.connection, max: 8, idleTimeoutMillis: 10 }, quiet);
  let opened = 0;
  pool.on('connect', () => (opened += 1));
  try {
    await Promise.all(Array.from({ length: 8 }, () => pool.query('SELECT pg_sleep(0.1)')));
    expect(opened).toBe(8);
    await expect.poll(() => pool.totalCount).toBe(4);
    await sleep(50);
    expect(pool.totalCount).toBe(4);
  } finally {
    await pool.end();
  }
});

describe('a connection lost inside a transaction', () => {
  test('before the commit: the work is repeated once, and reported once', async () => {
    const fan = await app.makeFan();
    let runs = 0;
    await transaction(ctx, async (tx) => {
      runs += 1;
      await rename(tx, fan.id, 'Once');
      tx.emit('r', 'access/changed', { performerId: fan.id });
      if (runs === 1) await endOwn(tx);
    });
    expect([runs, await nameOf(fan.id), roomTold()]).toEqual([2, 'Once', ['access/changed']]);
  });

  test('again and again: an error is returned, nothing is saved, and no pool slot is lost', async () => {
    const fan = await app.makeFan({ name: 'Before' });
    for (let round = 0; round < atOnce * 3; round += 1) {
      const failed = transaction(ctx, async (tx) => {
        await rename(tx, fan.id, 'After');
        await endOwn(tx);
      });
      expect(isConnectionLost(await failed.catch((error: unknown) => error))).toBe(true);
    }
    expect(await nameOf(fan.id)).toBe('Before');
    await allPlaces();
  });

  test('at its start: no pool slot is lost', async () => {
    const fan = await app.makeFan();
    for (let round = 0; round < atOnce * 2; round += 1) {
      relay.loseAnswerTo(/begin/);
      await transaction(ctx, (tx) => rename(tx, fan.id, `Round ${round}`));
      expect(await nameOf(fan.id)).toBe(`Round ${round}`);
    }
    await allPlaces();
  });

  test("during the commit: the outcome is unknown, so it isn't repeated, and listeners are told to refetch", async () => {
    const fan = await app.makeFan({ name: 'Before' });
    let runs = 0;
    relay.loseAnswerTo(/commit/);
    const failed = await transaction(ctx, async (tx) => {
      runs += 1;
      await rename(tx, fan.id, 'After');
      tx.emit('r', 'access/changed', { performerId: fan.id });
    }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(OutcomeUnknownError);
    expect([runs, await nameOf(fan.id), roomTold()]).toEqual([1, 'After', ['events/missed']]);
  });

  test('while idle: the next caller gets another one', async () => {
    await allPlaces();
    await direct.db.execute(
      sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await allPlaces();
  });
});

describe('a call whose connection is lost', () => {
  test('a charge whose commit got no answer is looked up by its key: charged once, answered, and reported', async () => {
    const [fan, creator] = [await app.makeFan(), await app.makeCreator()];
    await app.fund(fan.id, 1_000);
    ports.transport.clear();
    relay.loseAnswerTo(/commit/);
    const tip = () =>
      app.call('POST /wallet/charges/tip/:id', {
        token: fan.token,
        key: 'key-of-the-tip',
        params: { id: creator.id },
        body: { amount: 100 },
      });
    const first = await tip();
    expect(first.status).toBe(201);
    expect((await tip()).data).toEqual(first.data);
    expect(await balanceOf(ctx, 'wallet', fan.id)).toBe(900);
    expect(ports.transport.of('balance/updated').length).toBeGreaterThan(0);
  });

  test('a charge without a key gets a 503 with a message, and is charged once or not at all', async () => {
    const [fan, creator] = [await app.makeFan(), await app.makeCreator()];
    await app.fund(fan.id, 1_000);
    relay.loseAnswerTo(/commit/);
    const answer = await app.call('POST /wallet/charges/tip/:id', {
      token: fan.token,
      params: { id: creator.id },
      body: { amount: 100 },
    });
    expect([answer.status, answer.problem.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'database_unavailable',
      '3',
    ]);
    expect(answer.problem.message).toBe(
      'We’re having trouble on our end and can’t confirm that this went through. Check before you try again.',
    );
    expect([1_000, 900]).toContain(await balanceOf(ctx, 'wallet', fan.id));
  });

  test('a message whose commit got no answer exists once', async () => {
    const [fan, creator] = [await app.makeFan(), await app.makeCreator()];
    const { data: conversation } = await app.call('POST /conversations', {
      token: fan.token,
      body: { source: 'performer', sourceId: creator.id },
    });
    relay.loseAnswerTo(/commit/);
    const body = { conversationId: conversation._id, data: { text: 'Hello', clientId: 'client-id-1' } };
    const sent = await app.call('POST /messages/conversations/:id', {
      token: fan.token,
      params: { id: conversation._id },
      body,
    });
    expect([sent.status, sent.data.seq]).toEqual([201, 1]);
    expect(ports.transport.of('message/created').length).toBe(2);
  });

  test('a read is repeated', async () => {
    const fan = await app.makeFan();
    relay.loseAnswerTo(/select/i);
    expect((await app.call('GET /users/me', { token: fan.token })).status).toBe(200);
    relay.loseAnswerTo(/"balance"|FROM ledger_accounts|from "ledger_accounts"|from "accounts"/);
    expect((await app.call('GET /users/me', { token: fan.token })).status).toBe(200);
  });

  test('a short outage is waited for; a long one is a 503 with Retry-After, for reads and writes, until it ends', async () => {
    const [fan, creator] = [await app.makeFan(), await app.makeCreator()];
    await app.fund(fan.id, 1_000);
    const tip = () =>
      app.call('POST /wallet/charges/tip/:id', {
        token: fan.token,
        key: ports.ids(),
        params: { id: creator.id },
        body: { amount: 10 },
      });
    await relay.close();
    const waiting = [app.call('GET /users/me', { token: fan.token }), tip()];
    await sleep(500);
    await relay.open();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 201]);
    await relay.close();
    for (const answer of await Promise.all([app.call('GET /users/me', { token: fan.token }), tip()])) {
      expect([
        answer.status,
        answer.problem.code,
        answer.problem.message,
        answer.headers.get('retry-after'),
      ]).toEqual([
        503,
        'database_unavailable',
        'We’re having trouble on our end. Try again in a few seconds.',
        '3',
      ]);
    }
    await relay.open();
    expect((await app.call('GET /users/me', { token: fan.token })).status).toBe(200);
    expect((await tip()).status).toBe(201);
    expect(await balanceOf(ctx, 'wallet', fan.id)).toBe(980);
  });
});

test('a database that stops responding is detected: waiting callers get a reply, and it continues once it responds', async () => {
  const fan = await app.makeFan();
  const watch = watchDatabase(open.pool, quiet);
  try {
    await sleep(300);
    relay.freeze();
    const answers = await Promise.all([
      app.call('GET /users/me', { token: fan.token }),
      ...Array.from({ length: 6 }, () =>
        app.call('PUT /users', { token: fan.token, body: { name: 'Silent' } }),
      ),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 503, 503]);
    expect(watch.isAway()).toBe(true);
    relay.thaw();
    await expect.poll(() => watch.isAway(), { timeout: 10_000 }).toBe(false);
    expect((await app.call('GET /users/me', { token: fan.token })).status).toBe(200);
    await allPlaces();
  } finally {
    await watch.stop();
  }
});
