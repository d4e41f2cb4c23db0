import { eq, inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { transaction } from '#backend/kernel/context.ts';
import { fetchRows } from '#backend/db/db.ts';
import { jobs } from '#backend/db/schema/kernel.ts';
import { ledgerTransactions, payments } from '#backend/db/schema/ledger.ts';
import { cards } from '#backend/db/schema/payments.ts';
import { earningStatement } from '#backend/domain/money/earnings/statement.ts';
import { earningBalance } from '#backend/domain/money/earnings/balance.ts';
import { addUpDays } from '#backend/domain/money/earnings/days.ts';
import { site } from '#backend/domain/base/ledger/ledger.ts';
import { checkLedger } from '#backend/domain/money/audit/ledger-check.ts';
import type { OperatorCtx } from '#backend/domain/across/operator/audit.ts';
import {
  approvePayout,
  payPayout,
  processPayout,
  rejectPayout,
} from '#backend/domain/across/operator/payouts.ts';
import { applyDeadline, queueDueOrders } from '#backend/domain/trade/shop/order-deadlines.ts';
import { refund } from '#backend/domain/trade/payment-outcomes/refund.ts';
import { request } from '#backend/domain/trade/payouts/requests.ts';
import { creditReferrers } from '#backend/domain/money/referrals/credits.ts';
import { listPaidCreators } from '#backend/domain/money/wallet/statements.ts';
import { cancelSubscription } from '#backend/domain/trade/subscriptions/cancel.ts';
import { settle } from '#backend/domain/trade/payment-outcomes/settle.ts';
import { queueDueSubscriptions, renewSubscription } from '#backend/domain/trade/subscriptions/renewal.ts';
import { makeTestApp } from '../../../setup/test-app.ts';
import { type FanAction, fanActionsIn, refused } from '../../../setup/year-actions.ts';
import type { Subscription } from '../../../setup/year-subscriptions.ts';
import { Tally, type Sale } from '../../../setup/year-tally.ts';
import { type Creator, type Fan, dice, makeTown } from '../../../setup/year-town.ts';

/*
 * Simulates a year of business with the real domain functions, day by day, next to separate bookkeeping
 * (`year-tally.ts`). At the end of every month all statements, wallets and site accounts must match it to the
 * cent, and the ledger check must be clean.
 */
const start = new Date('2026-01-31T12:00:00Z');
const YEAR = 365;
/** Two months in the short form, so that payouts are in it. */
const DAYS = process.env.DEEP ? YEAR : 61;
/** A number of events that a whole year has, for the days of this run, with room for chance. */
const inDays = (aYear: number) => Math.floor((aYear * DAYS) / YEAR / 1.25);
const app = await makeTestApp();
const { db, ports, ctx, ctxOf } = app;
const operator: OperatorCtx = { ...ctx, actor: 'test', actorId: null };
const books = new Tally();
const luck = dice(20_260_131);
const { below, pick, chance } = luck;

let today = 0;
const monthOf = (day: number) => new Date(start.getTime() + day * 86_400_000).toISOString().slice(0, 7);
const month = () => monthOf(today);
const as = (who: Fan | Creator) => ctxOf(who.viewer);
const transactionOf = async (paymentOf: string) =>
  (
    await db
      .select({ id: payments.transactionId })
      .from(payments)
      .where(eq(payments.subscriptionId, paymentOf))
      .orderBy(sql`created_at DESC, id DESC`)
      .limit(1)
  )[0]!.id!;

/** Runs several lists concurrently, each in its own order. */
async function abreast<T>(items: readonly T[], work: (item: T) => Promise<void>, width = 8): Promise<void> {
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
    }),
  );
}
const subscriptions: Subscription[] = [];
const parcels: { readonly sale: Sale; readonly due: number }[] = [];
const broken = new Set<string>();
const owned = new Set<string>();
const story = {
  start,
  day: () => today,
  month,
  books,
  dice: luck,
  subscriptions,
  parcels,
  broken,
  owned,
  transactionOf,
};
const { topUp, tipping, unlocking, ordering, subscribing } = fanActionsIn(app, story);

const town = await (async () => {
  ports.clock.set(start);
  return makeTown(app, { fans: 2_000, creators: 100 });
})();
const { fans, creators } = town;
const fanOf = new Map(fans.map((fan) => [fan.id, fan]));

async function inviteSome(): Promise<void> {
  const rows = Array.from({ length: 120 }, (_, at) => ({
    referrer: at < 40 ? creators[at]!.id : fans[at]!.id,
    referred: at < 10 ? creators[99 - at]!.id : fans[400 + at]!.id,
    days: at % 4 === 0 ? 200 : 365,
  }));
  await town.invite(rows);
  for (const [at, { days, ...who }] of rows.entries())
    books.invitations.push({ ...who, isCreator: at < 40, lastDay: days, commission: 0, due: 0, paid: 0 });
}

/** What happens automatically: renewals and expired orders. */
async function byItself(): Promise<void> {
  await queueDueSubscriptions(ctx);
  await queueDueOrders(ctx);
  const due = await db
    .select({ kind: jobs.kind, payload: jobs.payload })
    .from(jobs)
    .where(inArray(jobs.kind, ['subscription-renew', 'order-due']));
  await abreast(due, async ({ kind, payload }) => {
    const { subscriptionId, orderId } = payload as { subscriptionId: string; orderId: string };
    await (kind === 'order-due'
      ? applyDeadline(ctx, orderId)
      : renewSubscription(ctx, subscriptionId, settle));
  });
  for (const subscription of subscriptions) {
    if (subscription.meets(today, !broken.has(subscription.fan)) !== 'paid') continue;
    books.sell(
      {
        id: await transactionOf(subscription.id),
        fan: subscription.fan,
        creator: subscription.creator,
        tokens: 0,
        card: subscription.price,
        day: today,
      },
      month(),
    );
  }
  for (const { sale } of parcels.filter(({ due: at }) => at === today))
    if (!sale.undone) books.undo(sale, month());
}

/** What people do on a day; each fan acts sequentially. */
async function byPeople(): Promise<void> {
  const withTokens = books.wallet
    .entries()
    .flatMap(([id, tokens]) => (tokens > 40 ? (fanOf.get(id) ?? []) : []));
  const buyer = () => (withTokens.length > 0 && chance(0.9) ? pick(withTokens) : pick(fans));
  const actions: FanAction[] = [
    ...Array.from({ length: 3 }, () => topUp(pick(fans), 300 + 5 * below(900))),
    ...Array.from({ length: 3 }, () => topUp(fans[400 + below(300)]!, 1_000 + 5 * below(600))),
    ...Array.from({ length: 6 }, () => tipping(buyer(), pick(creators), 10 + below(120))),
    ...Array.from({ length: 4 }, () => unlocking(buyer(), pick(creators))),
    ...Array.from({ length: 2 }, () => ordering(buyer(), pick(creators))),
    ...Array.from({ length: chance(0.4) ? 2 : 1 }, () =>
      subscribing(fans[300 + below(500)]!, pick(creators)),
    ),
  ];
  await abreast([...Map.groupBy(actions, ({ fan }) => fan.id).values()], async (list) => {
    for (const action of list) await action.run();
  });
}

async function setCard(fanId: string, behaviour: 'pays' | 'generic_decline'): Promise<void> {
  await db
    .update(cards)
    .set({ gatewayId: sql`${`sandbox.${behaviour}.2040-12.`}::text || id` })
    .where(eq(cards.accountId, fanId));
  if (behaviour === 'pays') broken.delete(fanId);
  else broken.add(fanId);
}
async function troubles(): Promise<void> {
  for (const fanId of broken) if (chance(0.2)) await setCard(fanId, 'pays');
  for (let count = 0; count < 2; count += 1) await setCard(fans[300 + below(500)]!.id, 'generic_decline');
  const open = subscriptions.filter(({ isOver, isCancelled }) => !isOver && !isCancelled);
  const leaving = open.find((subscription) => subscription.end > today && chance(0.01));
  if (leaving && !(await isLate(leaving.id))) {
    await cancelSubscription(as(fanOf.get(leaving.fan)!), { provider: 'sandbox', id: leaving.id });
    leaving.isCancelled = true;
  }
}
const isLate = async (id: string) =>
  (await fetchRows<{ state: string }>(db.execute(sql`SELECT state FROM subscriptions WHERE id = ${id}`)))[0]
    ?.state !== 'active';

/** The operator refunds recent payments: tips, posts or subscription periods. */
async function givenBack(): Promise<void> {
  const recent = books.sales.filter(
    (sale) => !sale.undone && sale.day > today - 20 && !parcels.some((parcel) => parcel.sale === sale),
  );
  for (let count = 0; count < 2 && recent.length > 0; count += 1) {
    const sale = pick(recent);
    if (sale.undone) continue;
    const [row] = await db.select().from(ledgerTransactions).where(eq(ledgerTransactions.id, sale.id));
    await transaction(ctx, (tx) => refund(tx, sale.id, ''));
    books.undo(sale, month());
    if (row!.kind === 'charge' && row!.subject !== 'tip') owned.delete(`${sale.fan} ${row!.subjectId}`);
    const ended = subscriptions.find(({ id }) => id === row!.subjectId);
    const isLatest =
      ended &&
      !books.sales.some(
        (other) =>
          other.day > sale.day &&
          other.fan === sale.fan &&
          other.creator === sale.creator &&
          other.tokens === 0,
      );
    if (ended && isLatest) ended.isOver = true;
  }
}

/** Creators with at least 50.00 request payouts; most are paid, some rejected. */
async function payOuts(): Promise<void> {
  await abreast(
    creators.filter((_, at) => (at + today) % 2 === 0),
    async (creator) => {
      const available = books.available(creator.id, today);
      expect([(await earningBalance(ctx, creator.id)).available, creator.viewer.name]).toEqual([
        available,
        creator.viewer.name,
      ]);
      if (available < 5_000) return refused('conflict', request(as(creator), { amount: 5_000, note: '' }));
      const amount = Math.max(5_000, available - (available % 7));
      const { _id: id } = await request(as(creator), { amount, note: '' });
      if (amount % 5 === 0) return void (await rejectPayout(operator, id, 'Not this time'));
      await approvePayout(operator, id);
      await processPayout(operator, id);
      await payPayout(operator, id, 'bank 1');
      books.payOut(creator.id, amount, month());
    },
  );
}

async function siteAccounts(): Promise<Record<string, number>> {
  const rows = await fetchRows<{ account_id: string; sum: string }>(
    db.execute(sql`SELECT account_id, sum(amount) AS sum FROM ledger_postings GROUP BY account_id`),
  );
  return Object.fromEntries(
    Object.entries(site).map(([name, { id }]) => [
      name,
      Number(rows.find((row) => row.account_id === id)?.sum ?? 0),
    ]),
  );
}
async function reconcile(closing: string): Promise<void> {
  expect(await checkLedger(ctx)).toEqual([]);
  const wallets = await fetchRows<{ owner_id: string; balance: string }>(
    db.execute(sql`SELECT owner_id, balance FROM ledger_accounts WHERE kind = 'wallet' AND balance <> 0`),
  );
  expect(new Map(wallets.map((row) => [row.owner_id, Number(row.balance)]))).toEqual(
    new Map(books.wallet.entries()),
  );
  await abreast(creators, async (creator) => {
    const {
      opening,
      closing: end,
      sales,
      refunds,
      referrals,
      payouts,
    } = await earningStatement(ctx, creator.id, closing);
    const own = books.month(creator.id, closing);
    expect({
      sales: sales.net,
      refunds: refunds.net,
      referrals: referrals.net,
      payouts: payouts.net,
      name: creator.viewer.name,
    }).toEqual({ ...own, name: creator.viewer.name });
    expect([end, end - opening]).toEqual([
      books.earnings.of(creator.id),
      own.sales + own.refunds + own.referrals + own.payouts,
    ]);
  });
  const tokens = books.wallet.total();
  expect(await siteAccounts()).toMatchObject({
    commission: books.commission,
    promotion: -books.discounts,
    exchangeTokens: -tokens,
    exchangeMoney: tokens * 5,
    gateway: books.paidOut.total() - books.cards.total(),
    losses: 0,
  });
}

test('a year of business, every statement correct to the cent', async () => {
  await inviteSome();
  for (today = 0; today < DAYS; today += 1) {
    ports.clock.set(new Date(start.getTime() + today * 86_400_000));
    await byItself();
    await byPeople();
    await givenBack();
    await troubles();
    const isLastOfMonth = monthOf(today + 1) !== month();
    if (today % 3 === 2 || isLastOfMonth) {
      await creditReferrers(ctx);
      books.share(today, month());
    }
    if (today % 27 === 26) await payOuts();
    await db.delete(jobs);
    if (!isLastOfMonth) continue;
    await addUpDays(ctx);
    await reconcile(month());
  }
  // What each fan paid to each creator, and with which card.
  const paid = Map.groupBy(books.between.entries(), ([key]) => key.slice(0, 36));
  await abreast(fans, async (fan) => {
    const { data } = await listPaidCreators(as(fan), { offset: 0, limit: 100 });
    const own = (paid.get(fan.id) ?? []).map(([key, sum]) => [key.slice(-36), sum] as const);
    expect(new Map(data.filter(({ money }) => money !== 0).map(({ _id, money }) => [_id, money]))).toEqual(
      new Map(own),
    );
  });
  expect(books.sales.length).toBeGreaterThan(inDays(4_000));
  expect(books.sales.filter(({ undone }) => undone).length).toBeGreaterThan(inDays(200));
  expect(subscriptions.length).toBeGreaterThan(inDays(300));
  expect(books.paidOut.total()).toBeGreaterThan(inDays(100_000));
  expect(books.invitations.filter(({ paid: got }) => got > 0).length).toBeGreaterThan(inDays(25));
}, 600_000);
