import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { accounts } from '#backend/db/schema/accounts.ts';
import { conversations, messages } from '#backend/db/schema/messages.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { sendAutomatic } from '#backend/domain/trade/broadcasts/automatic-sending.ts';
import { deliverBroadcast } from '#backend/domain/trade/broadcasts/delivery.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { sendMessage } from '#backend/domain/talk/messages/sending.ts';
import { tipPlaces } from '#backend/domain/money/wallet/routes.ts';
import { sendDigests } from '#backend/domain/people/notifications/digests.ts';
import { notify } from '#backend/domain/people/notifications/notify.ts';
import { buildPairKey } from '#backend/domain/talk/messages/rules.ts';
import { tip } from '#backend/domain/money/wallet/tip.ts';
import { type UserCtx, transaction } from '#backend/kernel/context.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { testBackend } from '../../../setup/backend.ts';
import { broadcastsIn } from '../../../setup/broadcasting.ts';
import { talkOf } from '../../../setup/talk.ts';
import type { Person } from '../../../setup/test-app.ts';

/*
 * What is under way while somebody blocks, is blocked or suspended: a job or a message that has read who may
 * receive it, and is slow. Once the block was answered, nothing more arrives.
 */
const app = await testBackend();
const { db, ports, call, ok, makeFan, makeCreator } = app;
const { town, send: broadcast } = broadcastsIn(app);
const { follow, open, trySend } = talkOf(app);

/** Another connection, whose locks make a job wait in the middle of its work. */
let holder: Client;
beforeEach(async () => {
  holder = new Client({ connectionString: app.url });
  await holder.connect();
});
afterEach(() => holder.end());

const conversationOf = async (one: Person, other: Person): Promise<string> => {
  const [row] = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.pairKey, buildPairKey(one.id, other.id)));
  return row?.id ?? '';
};
/** Makes whoever writes in a conversation wait: before it checks anything, or when it has almost finished. */
const hold = async (conversationId: string, when: 'first' | 'last' = 'first') => {
  const [table, column] =
    when === 'first' ? ['conversations', 'id'] : ['conversation_members', 'conversation_id'];
  await holder.query('BEGIN');
  await holder.query(`SELECT 1 FROM ${table} WHERE ${column} = $1 FOR UPDATE`, [conversationId]);
};
const isWaiting = async (): Promise<boolean> => {
  const waiting = await fetchRows(
    db.execute(
      sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    ),
  );
  return waiting.length > 0;
};
const block = (by: Person, other: Person) =>
  call('POST /block/users', { token: by.token, body: { userId: other.id } });
const suspend = (person: Person) =>
  db.update(accounts).set({ suspendedAt: new Date() }).where(eq(accounts.id, person.id));
/** Messages that a person was sent by another, in the database. */
const got = async (from: Person, to: Person) =>
  (
    await db
      .select({ id: messages.id })
      .from(messages)
      .where(and(eq(messages.senderId, from.id), eq(messages.recipientId, to.id)))
  ).length;
const told = (person: Person) =>
  ports.transport.emitted.filter(
    ({ room, event }) => room === rooms.account(person.id) && event === 'message/created',
  ).length;

/** What has arrived the moment `loss` is done, and what in the end. */
async function around(
  loss: Promise<unknown>,
  rest: { count: () => Promise<number>; finish: () => Promise<unknown> },
) {
  const atLoss = loss.then(rest.count);
  await Promise.race([loss, sleep(300)]);
  await rest.finish();
  return { atLoss: await atLoss, inTheEnd: await rest.count() };
}

async function whileSending(
  creator: Person,
  fan: Person,
  { when, lose }: { when: 'first' | 'last'; lose: (fan: Person, creator: Person) => PromiseLike<unknown> },
) {
  const { _id: id } = await open(fan, creator);
  await trySend(fan, id, 'hello');
  await hold(id, when);
  const sending = trySend(creator, id, 'late');
  await expect.poll(isWaiting).toBe(true);
  return around(Promise.resolve(lose(fan, creator)), {
    count: () => got(creator, fan),
    finish: async () => {
      await holder.query('COMMIT');
      await sending;
    },
  });
}

describe.each([
  ['the fan blocks the creator', (fan: Person, creator: Person) => block(fan, creator)],
  ['the creator blocks the fan', (fan: Person, creator: Person) => block(creator, fan)],
  ['the fan is suspended', (fan: Person) => suspend(fan)],
] as const)('%s', (_, lose) => {
  test('while a slow job delivers a mass message', async () => {
    const { creator, fans } = await town(3);
    const [slow, gone] = [fans[0]!, fans[1]!];
    await open(slow, creator);
    await hold(await conversationOf(slow, creator));
    const { _id } = await broadcast(creator);
    const job = deliverBroadcast(app.ctx, { broadcastId: _id }, { signal: new AbortController().signal });
    await expect.poll(isWaiting).toBe(true);
    const { atLoss, inTheEnd } = await around(Promise.resolve(lose(gone, creator)), {
      count: () => got(creator, gone),
      finish: async () => {
        await holder.query('COMMIT');
        await job;
      },
    });
    expect(inTheEnd).toBe(atLoss);
    expect(await got(creator, fans[2]!)).toBe(1);
  });

  test('between a batch of a mass message and its live events', async () => {
    const { creator, fans } = await town(2);
    for (const fan of fans)
      await db.update(accounts).set({ lastSeenAt: ports.clock.now() }).where(eq(accounts.id, fan.id));
    const { _id } = await broadcast(creator);
    // The job looks up who is online after its batch is stored. Until then, somebody loses access.
    let lost: Promise<unknown> | undefined;
    const slowDb = new Proxy(app.db, {
      get(target, name, self) {
        if (name === 'execute' && !lost)
          return async (query: never) => {
            const rows = await app.db.execute(query);
            lost = Promise.resolve(lose(fans[0]!, creator));
            await lost;
            return rows;
          };
        return Reflect.get(target, name, self) as unknown;
      },
    });
    ports.transport.emitted.length = 0;
    await deliverBroadcast(
      { ...app.ctx, db: slowDb },
      { broadcastId: _id },
      { signal: new AbortController().signal },
    );
    expect(lost).toBeDefined();
    expect([told(fans[0]!), told(fans[1]!)]).toEqual([0, 1]);
  });

  test('while a message of theirs waits to be stored', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const { atLoss, inTheEnd } = await whileSending(creator, fan, { when: 'first', lose });
    expect(inTheEnd).toBe(atLoss);
  });

  test('while their automatic message waits to be stored', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    await ok('PUT /automatic-messages/:kind', {
      token: creator.token,
      params: { kind: 'follow' },
      body: { isOn: true, text: 'Welcome, {name}' },
    });
    const { _id: id } = await open(fan, creator);
    await follow(fan, creator);
    await hold(id);
    const cause = { performerId: creator.id, accountId: fan.id, kind: 'follow', cause: '' } as const;
    const job = sendAutomatic(app.ctx, cause);
    await expect.poll(isWaiting).toBe(true);
    const { atLoss, inTheEnd } = await around(Promise.resolve(lose(fan, creator)), {
      count: () => got(creator, fan),
      finish: async () => {
        await holder.query('COMMIT');
        await job;
      },
    });
    expect(inTheEnd).toBe(atLoss);
  });

  test('before the emails about it were sent, such as while the mail server is down', async () => {
    const [creator, fan, other] = [await makeCreator(), await makeFan(), await makeFan()];
    const news = (type: 'outbid' | 'reply', to: Person) => ({
      to: to.id,
      type,
      actor: { id: creator.id, name: 'Somebody' },
      text: 'Somebody did something.',
      href: null,
    });
    await transaction(app.ctx, async (tx) => {
      for (const to of [fan, other]) {
        await notify(tx, news('outbid', to));
        await notify(tx, news('reply', to));
      }
    });
    ports.clock.move('25h');
    await sendDigests(app.ctx);
    const waiting = await db.select().from(emailOutbox).where(isNull(emailOutbox.sentAt));
    expect(waiting.map(({ to }) => to).toSorted()).toEqual(
      [fan, fan, other, other].map(({ email }) => email).toSorted(),
    );
    // Blocking needs a session that hasn't expired.
    ports.clock.move('-25h');
    expect(await lose(fan, creator)).not.toMatchObject({ status: 404 });
    ports.clock.move('25h');
    ports.mailer.sent.length = 0;
    await app.backend.runJobs();
    expect(ports.mailer.sent.map(({ to }) => to)).toEqual([other.email, other.email]);
  });
});

test.each(['the fan', 'the creator'])(
  '%s blocks the other after a message passed every check',
  async (who) => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const lose = () => (who === 'the fan' ? block(fan, creator) : block(creator, fan));
    expect(await whileSending(creator, fan, { when: 'last', lose })).toEqual({ atLoss: 1, inTheEnd: 1 });
  },
);

/** What a fan sends a creator, in a request and as its domain function, which may run in a transaction. */
interface Sending {
  readonly request: (fan: Person, creator: Person, id: string) => Promise<{ readonly status: number }>;
  readonly work: (tx: UserCtx, creator: Person, id: string) => Promise<unknown>;
}
const sendings: Readonly<Record<'message' | 'tip', Sending>> = {
  message: {
    request: (fan: Person, _: Person, id: string) => trySend(fan, id, 'late'),
    work: (tx: UserCtx, _: Person, id: string) =>
      sendMessage(tx, id, { text: 'late', files: [], price: 0, expectedPrice: 0 }),
  },
  tip: {
    request: (fan: Person, creator: Person, id: string) =>
      call('POST /wallet/charges/tip/:id', {
        token: fan.token,
        params: { id: creator.id },
        body: { amount: 100, conversationId: id },
      }),
    work: (tx: UserCtx, creator: Person, id: string) =>
      tip(tx, { performerId: creator.id, amount: 100, conversationId: id }, tipPlaces),
  },
};

describe.each(['message', 'tip'] as const)('a suspension around a %s', (kind) => {
  const { request, work } = sendings[kind];
  async function writing() {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const { _id: id } = await open(fan, creator);
    await trySend(fan, id, 'hello');
    await app.fund(fan.id, 1_000);
    return { creator, fan, id };
  }

  test.each(['creator', 'fan'] as const)('of the %s after it passed every check: refused', async (who) => {
    const two = await writing();
    const { creator, fan, id } = two;
    await hold(id, 'last');
    const sending = request(fan, creator, id);
    await expect.poll(isWaiting).toBe(true);
    const counts = await around(Promise.resolve(suspend(two[who])), {
      count: () => got(fan, creator),
      finish: () => holder.query('COMMIT').then(() => sending),
    });
    expect([counts, (await sending).status]).toEqual([{ atLoss: 1, inTheEnd: 1 }, 403]);
    expect(await balanceOf(app.ctx, 'wallet', fan.id)).toBe(1_000);
  });

  test.each(['creator', 'fan'] as const)(
    'of the %s when nothing can refuse it anymore: waits',
    async (who) => {
      const two = await writing();
      const { creator, fan, id } = two;
      const atLoss = await transaction(app.ctxOf(fan.viewer), async (tx) => {
        await work(tx, creator, id);
        const lost = Promise.resolve(suspend(two[who])).then(() => got(fan, creator));
        expect(await Promise.race([lost, sleep(300, 'waits')])).toBe('waits');
        return { lost };
      });
      expect([await atLoss.lost, await got(fan, creator)]).toEqual([2, 2]);
    },
  );
});

// Spending locks the wallet before the account, so a message holds the accounts last.
test('somebody with spending limits tips, here and elsewhere, and writes at once without a deadlock', async () => {
  const fan = await makeFan();
  await app.fund(fan.id, 1_000);
  let attempts = 0;
  const counting = new Proxy(app.db, {
    get(target, name, self) {
      if (name === 'transaction') attempts += 1;
      return Reflect.get(target, name, self) as unknown;
    },
  });
  const mine = { ...app.ctxOf({ ...fan.viewer, hasSpendCaps: true }), db: counting };
  const talks = [];
  for (let count = 0; count < 4; count += 1) {
    const creator = await makeCreator();
    const { _id: id } = await open(fan, creator);
    await trySend(fan, id, 'hello');
    talks.push({ creator, id });
  }
  ports.clock.move('11s');
  const asked = talks.flatMap(({ creator, id }) =>
    Array.from({ length: 3 }, (): Promise<unknown>[] => [
      tip(mine, { performerId: creator.id, amount: 10, conversationId: id }, tipPlaces),
      tip(mine, { performerId: creator.id, amount: 10 }, tipPlaces),
      sendings.message.work(mine, creator, id),
      sendMessage({ ...app.ctxOf(creator.viewer), db: counting }, id, {
        text: 'Thanks',
        files: [],
        price: 0,
        expectedPrice: 0,
      }),
    ]).flat(),
  );
  const failed = (await Promise.allSettled(asked)).filter(({ status }) => status === 'rejected');
  expect([failed, attempts]).toEqual([[], asked.length]);
  expect(await balanceOf(app.ctx, 'wallet', fan.id)).toBe(1_000 - 240);
});
