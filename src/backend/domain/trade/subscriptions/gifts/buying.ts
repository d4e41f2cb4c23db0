import type { Cents } from '#lib/units.ts';
import { count, desc, eq } from 'drizzle-orm';
import type { Gift } from '#contract/trade/gifts.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { limits } from '#config/limits.ts';
import { routes } from '#config/routes.ts';
import { plural } from '#lib/format.ts';
import { giftPrices } from '#lib/plans/bundles.ts';
import { type Ctx, type UserCtx, now } from '../../../../kernel/context.ts';
import { gifts } from '../../../../db/schema/promotions.ts';
import { AppError, conflict } from '../../../../kernel/errors.ts';
import { refuseOtherPrice } from '../../../../kernel/expected-price.ts';
import { addMonths } from '../../../../kernel/subscription-dates.ts';
import { performerCards } from '../../../people/accounts/profile-cards.ts';
import { post } from '../../../base/ledger/ledger.ts';
import { giftPaidPostings } from '../../../base/ledger/postings.ts';
import { notify } from '../../../people/notifications/notify.ts';
import { cardToPay } from '../../../money/payments/payment-methods.ts';
import type { Effect, PaymentRow, Prepared, Success } from '../../../money/payments/start.ts';
import { checkSpendCaps } from '../../../money/wallet/spend-cap-check.ts';
import { loadContact } from '../effects.ts';
import { loadOffer } from '../offer.ts';

export type GiftRow = typeof gifts.$inferSelect;

/** What a giver sees of their gifts. */
export async function giftViews(ctx: Ctx, rows: readonly GiftRow[]): Promise<Gift[]> {
  const people = await performerCards(
    ctx,
    rows.map((row) => row.performerId),
  );
  return rows.flatMap((row) => {
    const performer = people.get(row.performerId);
    if (!performer) return [];
    const { id: _id, price, message, code, state } = row;
    return [
      {
        _id,
        performer,
        months: row.months as Gift['months'],
        price,
        message,
        code,
        state,
        redeemedAt: row.redeemedAt?.toISOString() ?? null,
        expiresAt: row.expiresAt.toISOString(),
        createdAt: row.createdAt.toISOString(),
      },
    ];
  });
}

export async function giftView(ctx: Ctx, row: GiftRow): Promise<Gift> {
  const [view] = await giftViews(ctx, [row]);
  if (!view) throw new Error(`gift ${row.id} has no creator`);
  return view;
}

/** The gifts the viewer bought, newest first. */
export async function listGifts(
  ctx: UserCtx,
  page: ParsedInput<'GET /gifts'>['query'],
): Promise<ReplySource<'GET /gifts'>> {
  const mine = eq(gifts.giverId, ctx.viewer.id);
  const rows = await ctx.db
    .select()
    .from(gifts)
    .where(mine)
    .orderBy(desc(gifts.createdAt), desc(gifts.id))
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await ctx.db.select({ total: count() }).from(gifts).where(mine);
  return { data: await giftViews(ctx, rows), total: counted?.total ?? 0 };
}

type Wanted = Omit<ParsedInput<'POST /gifts'>['body'], 'challengeAnswer'>;

/** Fixes the price of a gift before the bank is asked. */
export async function prepareGift(tx: UserCtx, want: Wanted): Promise<Prepared<Gift>> {
  const { performerId, months, message } = want;
  const offer = await loadOffer(tx, performerId);
  const { maximumSubscriptionPrice } = await tx.settings.all();
  const offered = giftPrices(offer.prices, maximumSubscriptionPrice).find((each) => each.months === months);
  if (!offered) throw conflict(`${offer.name} doesn’t offer a gift of ${plural(months, 'month')}.`);
  const amount: Cents = offered.price;
  const card = await cardToPay(tx, tx.viewer.id, want.cardId);
  await refuseOtherPrice(tx, { expected: want.expectedPrice, amount, unit: 'money' });
  await checkSpendCaps(tx, { performerId, cents: amount, isWritten: false });
  return {
    pay: {
      accountId: tx.viewer.id,
      amount,
      cardId: card.id,
      intent: { kind: 'gift', giftId: tx.ports.ids(), performerId, months, message },
    },
  };
}

/** 32 letters and digits, which nobody can guess. */
const newCode = (tx: Ctx): string =>
  tx.ports.crypto
    .randomToken(64)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 32);

/**
 * The effect of a paid gift: it waits for whoever opens its link, and so does the money. The creator earns it
 * when it is redeemed.
 */
export async function giftPaid(tx: Ctx, payment: PaymentRow, { eventId }: Success): Promise<Effect> {
  if (payment.intent.kind !== 'gift') throw new AppError(500, 'internal', 'not a gift');
  const { giftId, performerId, months, message } = payment.intent;
  const { accountId: giverId, amount } = payment;
  const [creator, giver] = [await loadContact(tx, performerId), await loadContact(tx, giverId)];
  const posted = await post(tx, {
    kind: 'gift',
    subject: 'gift',
    subjectId: giftId,
    actorId: giverId,
    description: `Gift: ${plural(months, 'month')} of ${creator.name}`,
    providerEventId: eventId,
    postings: giftPaidPostings(amount),
  });
  const time = now(tx);
  const [row] = await tx.db
    .insert(gifts)
    .values({
      id: giftId,
      giverId,
      performerId,
      months,
      price: amount,
      message,
      code: newCode(tx),
      state: 'open',
      paidId: posted.transactionId,
      expiresAt: addMonths(time, limits.gift.months),
      createdAt: time,
      updatedAt: time,
    })
    .returning();
  if (!row) throw new Error('the gift wasn’t stored');
  await notify(tx, {
    to: performerId,
    type: 'subscription',
    actor: { id: giverId, name: giver.name },
    text: `${giver.name} bought ${plural(months, 'month')} of your subscription as a gift. You earn it when it’s redeemed.`,
    href: routes.subscribers,
  });
  return { transactionId: posted.transactionId, reply: await giftView(tx, row) };
}
