import { and, asc, count, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { CardFacts } from '#contract/core/cards.ts';
import type { Card, SavedCard } from '#contract/money/payments.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { cards } from '../../../db/schema/payments.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import type { GatewayCard } from '../../../ports/payment-gateway.ts';
import { askGateway, getCustomerId } from './gateway-customers.ts';
import { renewalsByCard } from './card-renewals.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';
import { publicSettings } from '../../base/site/routes.ts';

export type CardRow = typeof cards.$inferSelect;

const maxCards = 10;
/** Limits testing of stolen card numbers. */
const perHour = { max: 20, seconds: 3600 };

/**
 * SQL condition: cards saved with the current gateway. Cards of another gateway can't be used, so they are
 * hidden.
 */
const isSaved = (ctx: Ctx, accountId: string) =>
  and(eq(cards.accountId, accountId), isNull(cards.removedAt), eq(cards.gateway, ctx.ports.payments.name));
/** What may be said about a card to its owner. */
export const toCardFacts = ({ brand, last4, expMonth, expYear, wallet }: CardRow): CardFacts => ({
  brand,
  last4,
  expMonth,
  expYear,
  wallet,
});
const toCard = (row: CardRow): Card => ({
  _id: row.id,
  ...toCardFacts(row),
  isDefault: row.isDefault,
  createdAt: row.createdAt.toISOString(),
});

export async function listCards(ctx: UserCtx): Promise<{ data: SavedCard[]; total: number }> {
  const rows = await ctx.db
    .select()
    .from(cards)
    .where(isSaved(ctx, ctx.viewer.id))
    .orderBy(desc(cards.isDefault), asc(cards.createdAt));
  const renews = await renewalsByCard(ctx, rows);
  return {
    data: rows.map((row) => ({ ...toCard(row), renews: renews.get(row.id) ?? [] })),
    total: rows.length,
  };
}

/**
 * Checks the gateway named in the path; a site has only one.
 * @throws AppError 404
 */
export function requireProvider(ctx: Ctx, provider: string): void {
  if (provider !== ctx.ports.payments.name) throw notFound();
}

async function refuseTooMany(ctx: UserCtx): Promise<number> {
  const [row] = await ctx.db.select({ kept: count() }).from(cards).where(isSaved(ctx, ctx.viewer.id));
  if ((row?.kept ?? 0) >= maxCards) throw conflict(`You already have ${maxCards} cards. Remove one first.`);
  return row?.kept ?? 0;
}

/**
 * What the gateway's form in the browser needs to save a card.
 * @throws AppError 409, 429
 */
export async function startCard(
  ctx: UserCtx,
): Promise<{ clientSecret: string; publishableKey: string | null; isTest: boolean }> {
  await limitRate(ctx, `cards:${ctx.viewer.id}`, perHour);
  await refuseTooMany(ctx);
  const { payments } = ctx.ports;
  const { clientSecret } = await askGateway(ctx, async () =>
    payments.startCard({ customerId: await getCustomerId(ctx, ctx.viewer.id) }),
  );
  return {
    clientSecret,
    publishableKey: (await publicSettings(ctx)).stripePublishableKey,
    isTest: payments.isTest,
  };
}

/**
 * Whether a saved card is the one that the gateway has just saved: reported again, or added from the same wallet
 * again. Without the latter, ten payments with Apple Pay would be ten cards.
 */
const isSame = ({ gatewayId, wallet, fingerprint }: GatewayCard) =>
  or(
    eq(cards.gatewayId, gatewayId),
    wallet ? and(eq(cards.wallet, wallet), eq(cards.fingerprint, fingerprint)) : undefined,
  );

/** Saves a card as one row, however often the browser reports it. */
async function keep(ctx: UserCtx, card: GatewayCard): Promise<CardRow> {
  return transaction(ctx, async (tx) => {
    await tx.db
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.id, ctx.viewer.id))
      .for('no key update');
    const [known] = await tx.db
      .select()
      .from(cards)
      .where(and(isSaved(ctx, ctx.viewer.id), isSame(card)));
    if (known) return known;
    await refuseTooMany(tx);
    const [row] = await tx.db
      .insert(cards)
      .values({
        id: ctx.ports.ids(),
        accountId: ctx.viewer.id,
        gateway: ctx.ports.payments.name,
        ...card,
        isDefault: false,
        createdAt: now(ctx),
      })
      .returning();
    if (!row) throw new Error('the card wasn’t stored');
    return (await chooseDefault(tx)).find((one) => one.id === row.id) ?? row;
  });
}

/**
 * Saves a card; the first one becomes the default.
 * @throws AppError 402 `card_declined` or `card_challenge` from the bank, 503 when the gateway can't be
 * reached.
 */
export async function addCard(
  ctx: UserCtx,
  input: { provider: string; token: string; challengeAnswer?: string },
): Promise<Card> {
  requireProvider(ctx, input.provider);
  await limitRate(ctx, `cards:${ctx.viewer.id}`, perHour);
  await refuseTooMany(ctx);
  const { payments } = ctx.ports;
  const card = await askGateway(ctx, async () =>
    payments.saveCard({
      accountId: ctx.viewer.id,
      customerId: await getCustomerId(ctx, ctx.viewer.id),
      token: input.token,
      challengeAnswer: input.challengeAnswer,
    }),
  );
  const row = await keep(ctx, card);
  // A copy that nothing refers to. If it stays at the gateway, it is never charged.
  if (row.gatewayId !== card.gatewayId) await payments.removeCard(card.gatewayId).catch(() => undefined);
  return toCard(row);
}

/** Makes sure that exactly one saved card is the default, by choosing the oldest if none is. */
async function chooseDefault(ctx: UserCtx): Promise<CardRow[]> {
  return transaction(ctx, async (tx) => {
    const rows = await tx.db
      .select()
      .from(cards)
      .where(isSaved(ctx, ctx.viewer.id))
      .orderBy(asc(cards.createdAt), asc(cards.id))
      .for('update');
    const [first] = rows;
    if (!first || rows.some((row) => row.isDefault)) return rows;
    await tx.db.update(cards).set({ isDefault: true }).where(eq(cards.id, first.id));
    return rows.map((row) => ({ ...row, isDefault: row.id === first.id }));
  });
}

/** Makes a card the one that is charged when none is chosen. */
export async function makeDefault(ctx: UserCtx, id: string): Promise<Card> {
  return transaction(ctx, async (tx) => {
    const rows = await tx.db
      .select()
      .from(cards)
      .where(isSaved(ctx, ctx.viewer.id))
      .orderBy(asc(cards.createdAt), asc(cards.id))
      .for('update');
    const chosen = rows.find((row) => row.id === id);
    if (!chosen) throw notFound();
    await tx.db
      .update(cards)
      .set({ isDefault: sql`${cards.id} = ${id}` })
      .where(isSaved(ctx, ctx.viewer.id));
    return toCard({ ...chosen, isDefault: true });
  });
}

/**
 * Removes a card. Payments made with it keep their history, and subscriptions continue with the default card.
 * A job detaches it at the gateway, so that the person needn't wait.
 */
export async function removeCard(ctx: UserCtx, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const [removed] = await tx.db
      .update(cards)
      .set({ removedAt: now(ctx), isDefault: false })
      .where(and(eq(cards.id, id), isSaved(ctx, ctx.viewer.id)))
      .returning();
    if (!removed) throw notFound();
    await chooseDefault(tx);
    await enqueue(tx, { kind: 'card-remove', payload: { cardId: removed.id } });
  });
}

/** The job that detaches a removed card at the gateway. */
export async function forgetCard(ctx: Ctx, cardId: string): Promise<void> {
  const [card] = await ctx.db
    .select()
    .from(cards)
    .where(and(eq(cards.id, cardId), isNotNull(cards.removedAt), eq(cards.gateway, ctx.ports.payments.name)));
  if (card) await ctx.ports.payments.removeCard(card.gatewayId);
}

/**
 * The card to charge: the chosen one, else the default.
 * @throws AppError 422 on `cardId` when there is none, also for another account's card.
 */
export async function cardToPay(ctx: Ctx, accountId: string, cardId: string | undefined): Promise<CardRow> {
  const [row] = await ctx.db
    .select()
    .from(cards)
    .where(and(isSaved(ctx, accountId), cardId ? eq(cards.id, cardId) : eq(cards.isDefault, true)));
  if (!row) throw invalid('cardId', cardId ? 'Choose one of your cards.' : 'Add a card first.');
  return row;
}
