import { and, eq, like, lte } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobs } from '#backend/db/schema/kernel.ts';
import { ledgerTransactions } from '#backend/db/schema/ledger.ts';
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
import { type Plan, monthsAfter } from '../../../setup/subscription-model.ts';

const app = await testBackend();
const { db, ports, ctx, ctxOf, ok, makeFan, makeCreator, openSession } = app;
const { addCard } = moneyIn(app);
const minutes = 60_000;
const years = 5;

/** A time zone with daylight saving time, which must not matter. */
const zone = process.env.TZ;
beforeAll(() => {
  process.env.TZ = 'America/New_York';
});
afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const lives: readonly { readonly begun: string; readonly type: Plan; readonly price: number }[] = [
  { begun: '2027-01-29T10:00:00.000Z', type: 'monthly', price: 999 },
  { begun: '2027-01-30T10:00:00.000Z', type: 'monthly', price: 999 },
  { begun: '2027-01-31T10:00:00.000Z', type: 'monthly', price: 999 },
  { begun: '2027-01-31T23:59:59.999Z', type: 'monthly', price: 999 },
  { begun: '2027-02-01T00:00:00.000Z', type: 'monthly', price: 999 },
  // A local time that New York skips that night.
  { begun: '2027-03-14T07:30:00.000Z', type: 'monthly', price: 999 },
  { begun: '2028-02-29T12:00:00.000Z', type: 'yearly', price: 9_990 },
];

async function begin({ begun, type, price }: (typeof lives)[number]) {
  ports.clock.set(begun);
  const [fan, creator] = [await makeFan(), await makeCreator()];
  const { token } = await openSession(fan.id, 24 * 366 * 10);
  const cardId = await addCard({ ...fan, token });
  const { _id } = await ok('POST /payment/subscribe/performers', {
    token,
    body: { performerId: creator.id, type, cardId },
  });
  const step = type === 'monthly' ? 1 : 12;
  const ends = Array.from({ length: (years * 12) / step }, (_, index) =>
    monthsAfter(Date.parse(begun), (index + 1) * step),
  );
  return { fan, creator, _id, price, begun: Date.parse(begun), ends };
}
type Life = Awaited<ReturnType<typeof begin>>;

/** Runs the job. */
async function tick(): Promise<void> {
  await announceRenewals(ctx);
  await db.delete(jobs);
  await queueDueSubscriptions(ctx);
  const due = await db.select().from(jobs).where(eq(jobs.kind, 'subscription-renew'));
  for (const { payload } of due)
    await renewSubscription(ctx, (payload as { subscriptionId: string }).subscriptionId, settle);
}

async function agrees({ fan, creator, _id, price, begun, ends }: Life, now: number): Promise<void> {
  // Renewals are charged within the last hour, so every period whose last hour has begun is paid.
  const paid = 1 + ends.filter((end) => end - 60 * minutes <= now).length;
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, _id));
  const expected = monthsAfter(begun, paid * (ends.length === years ? 12 : 1));
  expect([row?.state, row?.price, row?.periodEnd.toISOString()]).toEqual([
    'active',
    price,
    new Date(expected).toISOString(),
  ]);
  const sales = await db.$count(
    ledgerTransactions,
    and(eq(ledgerTransactions.actorId, fan.id), eq(ledgerTransactions.kind, 'subscription')),
  );
  expect([sales, await balanceOf(ctx, 'earnings', creator.id)]).toEqual([
    paid,
    paid * (price - Math.round(price / 5)),
  ]);
  expect(
    (await loadAccessFacts(ctxOf(fan.viewer), { ownerIds: [creator.id] })).subscribes.has(creator.id),
  ).toBe(true);
}

test(
  'five years, from the last days of January, from a leap day, at both ends of a day: correct to the cent and the day',
  async () => {
    expect(new Date(2027, 0, 1).getTimezoneOffset()).not.toBe(new Date(2027, 6, 1).getTimezoneOffset());
    const running: Life[] = [];
    for (const life of lives) running.push(await begin(life));
    // Nothing is charged before the last hour of a period; within it, every ending period is.
    const moments = [
      ...new Set(
        running.flatMap(({ ends }) => ends.flatMap((end) => [end - 61 * minutes, end - 30 * minutes])),
      ),
    ].toSorted((a, b) => a - b);
    for (const now of moments) {
      ports.clock.set(new Date(now));
      await tick();
      for (const life of running.filter(
        ({ begun, ends }) => begun <= now && ends.some((end) => Math.abs(end - now) < 2 * 60 * minutes),
      ))
        await agrees(life, now);
    }
    for (const { fan, ends } of running) {
      const inTime = lte(emailOutbox.createdAt, new Date(ends.at(-1)!));
      expect(
        await db.$count(
          emailOutbox,
          and(eq(emailOutbox.to, fan.email), like(emailOutbox.subject, '% renews on %'), inTime),
        ),
      ).toBe(ends.length);
    }
    expect(await checkLedger(ctx)).toEqual([]);
  },
  process.env.DEEP ? 900_000 : 120_000,
);
