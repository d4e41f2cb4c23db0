import { addDays, addMonths } from '../../kernel/subscription-dates.ts';
import { changeSubscription, lockSlot } from '../../domain/trade/subscriptions/slots.ts';
import { cards } from '../../db/schema/payments.ts';
import { type Creator, type Fan, creatorNamed, demoFan } from '../cast.ts';
import { type Happening, before, days, minutes } from '../past.ts';
import { demoId } from '../random.ts';

/** Creates a subscription with its renewals; `price` is the price in cents when it started. */
type Subscribing = (
  fan: Fan,
  creator: Creator,
  terms: { at: Date; today: Date; type: 'monthly' | 'yearly'; cancelled: boolean; price?: number },
) => Happening[];

const poorCard = demoId('card demo-fan poor');

/**
 * A subscription whose card has insufficient funds: the last payment failed an hour early, and the paid
 * period ends a few minutes after seeding.
 */
function overdue(today: Date): Happening {
  const at = before(today, minutes(4));
  return {
    at,
    async perform(ctx) {
      const year = String(today.getUTCFullYear() + 2).slice(2);
      const card = await ctx.ports.payments.saveCard({
        accountId: demoFan.id,
        customerId: '',
        token: `4000000000009995|08/${year}|424`,
      });
      await ctx.db.insert(cards).values({
        id: poorCard,
        accountId: demoFan.id,
        gateway: ctx.ports.payments.name,
        ...card,
        isDefault: false,
        createdAt: at,
      });
      const row = await lockSlot(ctx, { userId: demoFan.id, performerId: creatorNamed('margin.notes').id });
      const periodEnd = new Date(at.getTime() + minutes(50));
      await changeSubscription(ctx, row, {
        state: 'past_due',
        retries: 1,
        periodEnd,
        renewalNoticePeriodEnd: periodEnd,
        nextAttemptAt: addDays(periodEnd, 1),
        cardId: poorCard,
      });
    },
  };
}

/**
 * The demo fan's special subscriptions: one with a new price to accept, one canceled, and one whose payment
 * failed.
 */
export function subscriptionStory(today: Date, subscribing: Subscribing): Happening[] {
  const begin = (username: string, at: Date, more: { cancelled?: boolean; price?: number } = {}) =>
    subscribing(demoFan, creatorNamed(username), { at, today, type: 'monthly', cancelled: false, ...more });
  return [
    ...begin('quiltology', before(today, days(48)), { price: 499 }),
    ...begin('wingbeat', before(today, days(16)), { cancelled: true }),
    ...begin('margin.notes', addMonths(new Date(today.getTime() + minutes(46)), -1)),
    overdue(today),
  ];
}
