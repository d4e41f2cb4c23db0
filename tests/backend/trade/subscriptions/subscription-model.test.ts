import { and, eq, inArray, like, notLike, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { accountBlocks } from '#backend/db/schema/blocks.ts';
import { performers } from '#backend/db/schema/creators.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { payments } from '#backend/db/schema/ledger.ts';
import { cards } from '#backend/db/schema/payments.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { loadAccessFacts } from '#backend/domain/base/access/access.ts';
import { balanceOf } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import { announceRenewals } from '#backend/domain/trade/subscriptions/notices.ts';
import { settle } from '#backend/domain/trade/payment-outcomes/settle.ts';
import { queueDueSubscriptions, renewSubscription } from '#backend/domain/trade/subscriptions/renewal.ts';
import { testBackend } from '../../../setup/backend.ts';
import { moneyIn } from '../../../setup/money.ts';
import * as onPaper from '../../../setup/subscription-model.ts';
import type { Paper, Plan } from '../../../setup/subscription-model.ts';

/*
 * A fan and a creator act in any order, the bank declines at random, the job pauses and the clock jumps.
 * After every step the implementation must match a simple model: state, plan, prices, the exact end, access,
 * emails, and every cent.
 */
const app = await testBackend();
const { db, ports, ctx, ctxOf, call, makeFan, makeCreator, openSession } = app;
const { addCard } = moneyIn(app);

const plan = fc.constantFrom<Plan>('monthly', 'yearly');
const good = fc.boolean();
const minutes = 60_000;
const day = 86_400_000;
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('subscribe' as const),
      type: fc.constantFrom('free' as const, 'monthly' as const, 'monthly' as const, 'yearly' as const),
      good: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, good),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'resume' as const, 'resume' as const) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('switch' as const), type: plan, good }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      type: plan,
      price: fc.integer({ min: 295, max: 30_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('accept' as const), off: fc.constantFrom(0, 0, 0, 1) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('card' as const), good }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('block' as const, 'unblock' as const, 'unblock' as const) }),
  },
  // `asleep`: the clock moves without the job running.
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(-60 * minutes, minutes, day / 3, day, 2 * day, 5 * day, 27 * day, 200 * day),
      asleep: good,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      ms: fc.constantFrom(
        -3 * day,
        -61 * minutes,
        -60 * minutes,
        -30 * minutes,
        -1,
        0,
        1,
        10 * minutes,
        day - 1,
        day,
        3 * day,
        5 * day,
      ),
      asleep: good,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('months' as const), count: fc.integer({ min: 2, max: 14 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const starts = fc.constantFrom(
  '2026-01-29T10:00:00.000Z',
  '2026-01-30T00:00:00.000Z',
  '2026-01-31T23:59:59.999Z',
  '2027-12-31T00:30:00.000Z',
  '2028-02-29T12:00:00.000Z',
  '2026-03-29T01:30:00.000Z',
);

async function begin(start: string) {
  ports.clock.set(start);
  await db.update(subscriptions).set({ state: 'expired' });
  const [fan, creator] = [await makeFan(), await makeCreator({}, { isFreeSubscription: true })];
  const { token } = await openSession(fan.id, 24 * 365 * 40);
  const ofFan = { ...fan, token };
  const kept = { good: await addCard(ofFan), poor: await addCard(ofFan, 'poor') };
  // These cards never expire during the test; expiry is tested elsewhere.
  await db
    .update(cards)
    .set({ gatewayId: sql`replace(gateway_id, '2040', '2090')`, expYear: 2090 })
    .where(eq(cards.accountId, fan.id));
  const paper: Paper = {
    now: ports.clock.now().getTime(),
    asks: { monthly: 999, yearly: 9_990 },
    open: null,
    hadFree: false,
    blocked: false,
    paid: [],
    announced: 0,
    failed: 0,
  };
  return { fan: ofFan, creator, kept, paper, ids: [] as string[] };
}
type Walk = Awaited<ReturnType<typeof begin>>;

const cardOf = ({ kept }: Walk, isGood: boolean) => (isGood ? kept.good : kept.poor);
const itsParams = ({ ids }: Walk) => ({ provider: 'sandbox' as const, id: ids.at(-1)! });

async function subscribe(
  walk: Walk,
  { type, good: isGood }: Extract<Step, { do: 'subscribe' }>,
): Promise<void> {
  const { status, data } = await call('POST /payment/subscribe/performers', {
    token: walk.fan.token,
    body: { performerId: walk.creator.id, type, cardId: cardOf(walk, isGood) },
  });
  expect(status).toBe(onPaper.subscribe(walk.paper, type, isGood));
  if (status === 201 && walk.ids.at(-1) !== data._id) walk.ids.push(data._id);
}

async function change(walk: Walk, { type, good: isGood }: Extract<Step, { do: 'switch' }>): Promise<void> {
  const params = itsParams(walk);
  const quoted = await call('GET /payment/:provider/switch-subscription/:id', {
    token: walk.fan.token,
    params,
    query: { type },
  });
  const expected = onPaper.quote(walk.paper, type);
  expect([quoted.status, quoted.data?.amount ?? 0]).toEqual([expected.status, expected.amount]);
  const { status } = await call('POST /payment/:provider/switch-subscription/:id', {
    token: walk.fan.token,
    params,
    body: { type, amount: expected.amount, cardId: cardOf(walk, isGood) },
  });
  expect(status).toBe(onPaper.switchTo(walk.paper, type, isGood));
}

async function accept(walk: Walk, off: number): Promise<void> {
  const { open, asks } = walk.paper;
  const type = open ? (open.nextType ?? open.type) : 'monthly';
  const price = asks[type === 'free' ? 'monthly' : type] + off;
  const { status } = await call('POST /subscriptions/:id/accept-price', {
    token: walk.fan.token,
    params: { id: itsParams(walk).id },
    body: { price },
  });
  expect(status).toBe(onPaper.accept(walk.paper, price));
}

async function turn(walk: Walk, what: 'cancel' | 'resume'): Promise<void> {
  const given = { token: walk.fan.token, params: itsParams(walk) };
  const { status } =
    what === 'cancel'
      ? await call('POST /payment/:provider/cancel-subscription/:id', given)
      : await call('POST /payment/:provider/resume-subscription/:id', given);
  expect([what, status]).toEqual([
    what,
    what === 'cancel' ? onPaper.cancel(walk.paper) : onPaper.resume(walk.paper),
  ]);
}

async function swap(walk: Walk, isGood: boolean): Promise<void> {
  if (!walk.paper.open) return;
  walk.paper.open.good = isGood;
  await db
    .update(subscriptions)
    .set({ cardId: cardOf(walk, isGood) })
    .where(eq(subscriptions.id, itsParams(walk).id));
}

async function block(walk: Walk, what: 'block' | 'unblock'): Promise<void> {
  if (what === 'block') {
    onPaper.block(walk.paper);
    expect(
      (await call('POST /block/users', { token: walk.fan.token, body: { userId: walk.creator.id } })).status,
    ).toBeLessThan(300);
  } else {
    walk.paper.blocked = false;
    await db.delete(accountBlocks).where(eq(accountBlocks.blockerId, walk.fan.id));
  }
}

/** Runs the job: what it queues is processed, and nothing else. */
async function tick({ paper }: Walk): Promise<void> {
  onPaper.tick(paper);
  await announceRenewals(ctx);
  await db.delete(jobs);
  await queueDueSubscriptions(ctx);
  const due = await db.select().from(jobs).where(eq(jobs.kind, 'subscription-renew'));
  for (const { payload } of due)
    await renewSubscription(ctx, (payload as { subscriptionId: string }).subscriptionId, settle);
}

async function wait(walk: Walk, to: number, asleep: boolean): Promise<void> {
  ports.clock.set(new Date(to));
  walk.paper.now = to;
  if (!asleep) await tick(walk);
}

/** Lets months pass, running the job in the last hour of every period and a day after. */
async function live(walk: Walk, count: number): Promise<void> {
  for (let month = 0; month < count; month += 1) {
    const { open, now } = walk.paper;
    const next = Math.max(now, open ? (open.attempt ?? open.end - 30 * minutes) : now + 30 * day);
    await wait(walk, next, false);
    await compare(walk);
  }
}

async function ask({ paper, creator }: Walk, { type, price }: Extract<Step, { do: 'ask' }>): Promise<void> {
  paper.asks[type] = price;
  await db
    .update(performers)
    .set({ [`${type}Price`]: price })
    .where(eq(performers.accountId, creator.id));
}

/** Moves the clock forward or back. */
async function pass(walk: Walk, now: Extract<Step, { do: 'wait' | 'end' | 'months' }>): Promise<void> {
  if (now.do === 'months') return live(walk, now.count);
  const { paper } = walk;
  return wait(
    walk,
    now.do === 'wait' ? paper.now + now.ms : Math.max(paper.now, (paper.open?.end ?? paper.now) + now.ms),
    now.asleep,
  );
}

async function take(walk: Walk, now: Step): Promise<void> {
  if (now.do === 'subscribe') return subscribe(walk, now);
  if (now.do === 'ask') return ask(walk, now);
  if (now.do === 'wait' || now.do === 'end' || now.do === 'months') return pass(walk, now);
  if (now.do === 'block' || now.do === 'unblock') return block(walk, now.do);
  return walk.ids.length > 0 ? takeOwn(walk, now) : undefined;
}

/** Steps that require a subscription. */
async function takeOwn(walk: Walk, now: Step): Promise<void> {
  if (now.do === 'switch') return change(walk, now);
  if (now.do === 'accept') return accept(walk, now.off);
  if (now.do === 'card') return swap(walk, now.good);
  if (now.do === 'cancel' || now.do === 'resume') return turn(walk, now.do);
}

const moment = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

async function compare({ fan, creator, paper, ids }: Walk): Promise<void> {
  const rows = await db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, fan.id),
        inArray(subscriptions.state, ['active', 'past_due', 'cancelled']),
      ),
    );
  const { open } = paper;
  const seen = rows.map((row) => ({
    id: row.id,
    type: row.type,
    state: row.state,
    price: row.price,
    end: row.periodEnd.toISOString(),
    next: [row.nextType, row.nextPrice],
    retries: row.retries,
    attempt: row.nextAttemptAt?.toISOString() ?? null,
  }));
  expect(seen).toEqual(
    open
      ? [
          {
            id: ids.at(-1),
            type: open.type,
            state: open.state,
            price: open.price,
            end: moment(open.end),
            next: [open.nextType, open.nextPrice],
            retries: open.retries,
            attempt: moment(open.attempt),
          },
        ]
      : [],
  );
  expect(
    (await loadAccessFacts(ctxOf(fan.viewer), { ownerIds: [creator.id] })).subscribes.has(creator.id),
  ).toBe(onPaper.hasAccess(paper));
  const paid = await db
    .select({ amount: payments.amount })
    .from(payments)
    .where(and(eq(payments.accountId, fan.id), eq(payments.state, 'succeeded')));
  expect(paid.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual(
    paper.paid.toSorted((a, b) => a - b),
  );
  // The site keeps 20% of each payment, with half a cent rounded up.
  expect(await balanceOf(ctx, 'earnings', creator.id)).toBe(
    paper.paid.reduce((sum, amount) => sum + amount - Math.round(amount / 5), 0),
  );
}

async function compareAtLast({ fan, creator, paper }: Walk): Promise<void> {
  const mailed = (more: ReturnType<typeof like>) =>
    db.$count(
      emailOutbox,
      and(eq(emailOutbox.to, fan.email), notLike(emailOutbox.subject, 'Your receipt%'), more),
    );
  expect([
    await mailed(like(emailOutbox.subject, '% on %')),
    await mailed(notLike(emailOutbox.subject, '% on %')),
  ]).toEqual([paper.announced, paper.failed]);
  const [profile] = await db
    .select({ subscribers: performers.subscribers })
    .from(performers)
    .where(eq(performers.accountId, creator.id));
  expect(profile?.subscribers).toBe(paper.open ? 1 : 0);
}

test(
  'whatever fan, creator, bank and clock do: the result matches the model, to the day and to the cent',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        starts,
        plan,
        fc.array(step, { minLength: 6, maxLength: 22 }),
        async (start, type, steps) => {
          const walk = await begin(start);
          await take(walk, { do: 'subscribe', type, good: true });
          for (const now of steps) {
            await take(walk, now);
            await compare(walk);
          }
          await compareAtLast(walk);
        },
      ),
      // Making a counterexample smaller can take longer than the test may.
      {
        numRuns: process.env.DEEP ? 1_000 : 15,
        interruptAfterTimeLimit: process.env.DEEP ? 1_500_000 : 200_000,
      },
    );
    expect(await checkLedger(ctx)).toEqual([]);
    const [kinds] = await fetchRows<{ renewals: number; years: number }>(
      db.execute(sql`
    SELECT count(*) FILTER (WHERE intent->>'renewal' = 'true')::int AS renewals, count(*) FILTER (WHERE intent->>'credit' IS NOT NULL)::int AS years FROM payments WHERE state = 'succeeded'`),
    );
    expect([(kinds?.renewals ?? 0) > 0, (kinds?.years ?? 0) > 0]).toEqual([true, true]);
  },
  process.env.DEEP ? 1_800_000 : 300_000,
);
