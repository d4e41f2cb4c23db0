import { and, asc, count, desc, eq, isNull } from 'drizzle-orm';
import type { Card } from '#contract/payment';
import { type UserCtx, now, transaction } from '../context.ts';
import { cards } from '../db/schema.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import type { Ctx } from '../context.ts';
import { limitRate } from './rate-limit.ts';

export type CardRow = typeof cards.$inferSelect;

const maxCards = 10;
/** Whoever tries stolen numbers tries many. */
const perHour = { max: 20, seconds: 3600 };

const kept = (accountId: string) => and(eq(cards.accountId, accountId), isNull(cards.removedAt));
const viewOf = (row: CardRow): Card => ({
  _id: row.id, brand: row.brand, last4: row.last4, expMonth: row.expMonth, expYear: row.expYear, isDefault: row.isDefault, createdAt: row.createdAt.toISOString(),
});

export async function listCards(ctx: UserCtx): Promise<{ data: Card[]; total: number }> {
  const rows = await ctx.db.select().from(cards).where(kept(ctx.viewer.id)).orderBy(desc(cards.isDefault), asc(cards.createdAt));
  return { data: rows.map(viewOf), total: rows.length };
}

/** The address names the gateway; a site has one. */
export function requireProvider(ctx: Ctx, provider: string): void {
  if (provider !== ctx.ports.payments.name) throw notFound();
}

async function refuseTooMany(ctx: UserCtx): Promise<number> {
  const [row] = await ctx.db.select({ kept: count() }).from(cards).where(kept(ctx.viewer.id));
  if ((row?.kept ?? 0) >= maxCards) throw conflict(`You have ${maxCards} cards already. Remove one first.`);
  return row?.kept ?? 0;
}

/** Keeps a card; the first one is the default. @throws AppError 402 `card_declined` or `card_challenge` from the bank. */
export async function addCard(ctx: UserCtx, input: { provider: string; token: string; challengeAnswer?: string }): Promise<Card> {
  requireProvider(ctx, input.provider);
  await limitRate(ctx, `cards:${ctx.viewer.id}`, perHour);
  await refuseTooMany(ctx);
  const card = await ctx.ports.payments.saveCard({ accountId: ctx.viewer.id, token: input.token, challengeAnswer: input.challengeAnswer });
  const [row] = await ctx.db
    .insert(cards)
    .values({ id: ctx.ports.ids(), accountId: ctx.viewer.id, gateway: ctx.ports.payments.name, ...card, isDefault: false, createdAt: now(ctx) })
    .returning();
  if (!row) throw new Error('the card wasn’t stored');
  return viewOf((await chooseDefault(ctx)).find((one) => one.id === row.id) ?? row);
}

/** Sees to it that exactly one kept card is the default, the oldest if none was. */
async function chooseDefault(ctx: UserCtx): Promise<CardRow[]> {
  return transaction(ctx, async (tx) => {
    const rows = await tx.db.select().from(cards).where(kept(ctx.viewer.id)).orderBy(asc(cards.createdAt), asc(cards.id)).for('update');
    const [first] = rows;
    if (!first || rows.some((row) => row.isDefault)) return rows;
    await tx.db.update(cards).set({ isDefault: true }).where(eq(cards.id, first.id));
    return rows.map((row) => ({ ...row, isDefault: row.id === first.id }));
  });
}

/** Removes a card from the list; payments made with it keep their history, and a subscription goes on with the default card. */
export async function removeCard(ctx: UserCtx, id: string): Promise<void> {
  const [removed] = await ctx.db
    .update(cards)
    .set({ removedAt: now(ctx), isDefault: false })
    .where(and(eq(cards.id, id), kept(ctx.viewer.id)))
    .returning();
  if (!removed) throw notFound();
  await chooseDefault(ctx);
  await ctx.ports.payments.removeCard(removed.gatewayId);
}

/** The card to pay with: the one chosen, else the default. Another's card is no card. */
export async function cardToPay(ctx: Ctx, accountId: string, cardId: string | undefined): Promise<CardRow> {
  const usable = and(kept(accountId), eq(cards.gateway, ctx.ports.payments.name));
  const [row] = await ctx.db.select().from(cards).where(and(usable, cardId ? eq(cards.id, cardId) : eq(cards.isDefault, true)));
  if (!row) throw invalid('cardId', cardId ? 'Choose one of your cards.' : 'Add a card first.');
  return row;
}
