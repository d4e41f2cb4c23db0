import { eq, like } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { transaction } from '#backend/kernel/context.ts';
import { accounts } from '#backend/db/schema/accounts.ts';
import { cards } from '#backend/db/schema/payments.ts';
import { emailOutbox } from '#backend/db/schema/site.ts';
import { subscriptions } from '#backend/db/schema/subscriptions.ts';
import { announceRenewal, announceRenewals } from '#backend/domain/trade/subscriptions/notices.ts';
import type { SubscriptionRow } from '#backend/domain/trade/subscriptions/slots.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { subscriptionApp } from '../../../setup/subscribing.ts';
import type { Person } from '../../../setup/test-app.ts';

const app = await subscriptionApp();
const { db, ctx, ports, rowOf, mailsTo, subscribe, cancel } = app;

let fan: Person;
let creator: Person;
let cardId: string;
beforeEach(async () => {
  ({ fan, creator, cardId } = await app.begin());
});

const soon = new Date('2026-02-02T10:00:00Z');
async function given(more: Partial<SubscriptionRow> = {}): Promise<SubscriptionRow> {
  const at = new Date('2026-01-02T10:00:00Z');
  const [row] = await db
    .insert(subscriptions)
    .values({
      id: ports.ids(),
      userId: fan.id,
      performerId: creator.id,
      type: 'monthly',
      state: 'active',
      price: 999,
      cardId,
      gateway: 'sandbox',
      startedAt: at,
      billingAnchor: at,
      periodEnd: soon,
      createdAt: at,
      updatedAt: at,
      ...more,
    })
    .returning();
  return row!;
}
/** The email's text between the greeting and the instructions for canceling. */
async function said(more: Partial<SubscriptionRow> = {}): Promise<string[]> {
  const row = await given(more);
  await transaction(ctx, (tx) => announceRenewal(tx, row));
  const mail = (await mailsTo()).at(-1);
  await db.update(subscriptions).set({ state: 'expired' }).where(eq(subscriptions.id, row.id));
  return mail!.text.split('\n\n').slice(1, -3);
}

test('a renewal is announced with its plan and price, including an accepted new price', async () => {
  const [plain, pays] = await said();
  expect([plain, pays]).toEqual(['Your monthly subscription to Cleo renews on Feb 2, 2026 for $9.99.', pays]);
  expect(await said()).toEqual([plain, pays]);
  expect(await said({ nextPrice: 1_200 })).toEqual([
    'Your monthly subscription to Cleo renews on Feb 2, 2026 for $12.00.',
    'This is the price you accepted. Until then, you pay $9.99.',
    pays,
  ]);
  expect(await said({ nextType: 'yearly', nextPrice: 9_000 })).toEqual([
    'Your subscription to Cleo renews on Feb 2, 2026. From then on, it’s yearly for $90.00.',
    pays,
  ]);
  expect(pays).not.toContain('removed');
  expect(await said({ cardId: null })).toEqual([plain, `${pays} The card used before was removed.`]);
  await db.update(cards).set({ expMonth: 1, expYear: 2026 }).where(eq(cards.id, cardId));
  expect((await said())[1]).toContain('That card expires before then');
  await db.update(cards).set({ removedAt: ports.clock.now() }).where(eq(cards.id, cardId));
  expect((await said())[1]).toContain('You no longer have a card to charge');
});

test('for a free one, it says when it ends and where to continue', async () => {
  const row = await given({ type: 'free', price: 0 });
  await transaction(ctx, (tx) => announceRenewal(tx, row));
  const [mail] = await mailsTo();
  expect([mail?.subject, mail?.text.includes(`https://limelight.test/${creator.username}`)]).toEqual([
    'Your free subscription to Cleo ends on Feb 2, 2026',
    true,
  ]);
  const told = ports.transport.of('notification/created', rooms.account(fan.id));
  expect(told.map(({ payload }) => payload)).toEqual([
    {
      kind: 'subscription-renewal',
      text: 'Your free subscription to Cleo ends on Feb 2, 2026.',
      href: '/user/subscriptions',
    },
  ]);
  expect((await rowOf(row.id)).renewalNoticePeriodEnd).toEqual(soon);
});

test('a fan without an email address is notified only in the browser', async () => {
  const row = await given();
  await db.update(accounts).set({ email: null }).where(eq(accounts.id, fan.id));
  const before = await db.$count(emailOutbox);
  await transaction(ctx, (tx) => announceRenewal(tx, row));
  expect([
    await db.$count(emailOutbox),
    ports.transport.of('notification/created', rooms.account(fan.id)).length,
  ]).toEqual([before, 1]);
});

test('more than fit one batch, many of them at the same moment: each gets one', async () => {
  const template = await given();
  const [person] = await db.select().from(accounts).where(eq(accounts.id, fan.id));
  const people = Array.from({ length: 401 }, (_, index) => ({
    ...person!,
    id: ports.ids(),
    username: `told-${index}`,
    email: `told-${index}@limelight.test`,
  }));
  await db.insert(accounts).values(people);
  await db.insert(subscriptions).values(
    people.map(({ id }, index) => ({
      ...template,
      id: ports.ids(),
      userId: id,
      cardId: null,
      periodEnd: new Date(soon.getTime() + (index % 3) * 60_000),
    })),
  );
  await announceRenewals(ctx);
  await announceRenewals(ctx);
  expect(await db.$count(emailOutbox, like(emailOutbox.to, 'told-%'))).toBe(401);
});

test('canceling again later changes nothing', async () => {
  const { _id } = (await subscribe('monthly')).data;
  await cancel(_id);
  const before = await rowOf(_id);
  ports.clock.move('1h');
  expect([(await cancel(_id)).status, await rowOf(_id)]).toEqual([200, before]);
});
