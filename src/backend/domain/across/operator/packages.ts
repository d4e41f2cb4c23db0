import type { Cents, Tokens } from '#lib/units.ts';
import { asc, eq } from 'drizzle-orm';
import { now, transaction } from '../../../kernel/context.ts';
import { promos, tokenPackages } from '../../../db/schema/operator.ts';
import { AppError } from '../../../kernel/errors.ts';
import { type OperatorCtx, audit } from './audit.ts';

export type PackageRow = typeof tokenPackages.$inferSelect;
export type PromoRow = typeof promos.$inferSelect;

const invalid = (message: string) => new AppError(422, 'invalid_input', message);
const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const known = (id: string, what: string): string => {
  if (!isId.test(id)) throw new AppError(404, 'not_found', `There is no ${what} ${id}.`);
  return id;
};

export const listPackages = (ctx: OperatorCtx): Promise<PackageRow[]> =>
  ctx.db.select().from(tokenPackages).orderBy(asc(tokenPackages.price), asc(tokenPackages.id));

/** Adds a token package. `price` is in cents. */
export async function addPackage(
  ctx: OperatorCtx,
  input: { name: string; tokens: Tokens; bonus: Tokens; price: Cents },
): Promise<PackageRow> {
  const name = input.name.trim();
  if (name === '' || name.length > 60) throw invalid('Enter a name of 1 to 60 characters.');
  if (input.tokens < 1 || input.tokens > 1_000_000 || input.bonus < 0 || input.bonus > input.tokens)
    throw invalid('Enter 1 to 1,000,000 tokens, with at most as many bonus tokens.');
  const { minimumWalletPrice: min, maximumWalletPrice: max } = await ctx.settings.all();
  if (input.price < min || input.price > max)
    throw invalid(`The price must be within the top-up limits, ${min} to ${max} cents.`);
  return transaction(ctx, async (tx) => {
    const [row] = await tx.db
      .insert(tokenPackages)
      .values({ id: tx.ports.ids(), ...input, name, createdAt: now(tx) })
      .returning();
    if (!row) throw new Error('the package wasn’t stored');
    await audit(tx, {
      action: 'package.added',
      subject: row.id,
      facts: { name, tokens: row.tokens, bonus: row.bonus, price: row.price },
    });
    return row;
  });
}

/** Activates or deactivates a package. Payments in progress aren't affected. */
export async function offerPackage(ctx: OperatorCtx, id: string, isActive: boolean): Promise<PackageRow> {
  return transaction(ctx, async (tx) => {
    const [row] = await tx.db
      .update(tokenPackages)
      .set({ isActive })
      .where(eq(tokenPackages.id, known(id, 'package')))
      .returning();
    if (!row) throw new AppError(404, 'not_found', `There is no package ${id}.`);
    await audit(tx, {
      action: isActive ? 'package.offered' : 'package.withdrawn',
      subject: row.id,
      facts: { name: row.name },
    });
    return row;
  });
}

export const listPromos = (ctx: OperatorCtx): Promise<PromoRow[]> =>
  ctx.db.select().from(promos).orderBy(asc(promos.createdAt), asc(promos.id));

/** Shows a promo card on the home pages. `href` is a path on the site or an https URL. */
export async function addPromo(
  ctx: OperatorCtx,
  input: { title: string; text: string; href: string },
): Promise<PromoRow> {
  const [title, text] = [input.title.trim(), input.text.trim()];
  if (title === '' || title.length > 80 || text.length > 200)
    throw invalid('Enter a title of 1 to 80 characters and a text of at most 200.');
  if (!/^(\/(?![/\\])|https:\/\/)[^\s]*$/.test(input.href) || input.href.length > 500)
    throw invalid('The link must be a path on this site (/search) or an https address.');
  return transaction(ctx, async (tx) => {
    const [row] = await tx.db
      .insert(promos)
      .values({ id: tx.ports.ids(), title, text, href: input.href, createdAt: now(tx) })
      .returning();
    if (!row) throw new Error('the promo wasn’t stored');
    await audit(tx, { action: 'promo.added', subject: row.id, facts: { title } });
    return row;
  });
}

export async function showPromo(ctx: OperatorCtx, id: string, isActive: boolean): Promise<PromoRow> {
  return transaction(ctx, async (tx) => {
    const [row] = await tx.db
      .update(promos)
      .set({ isActive })
      .where(eq(promos.id, known(id, 'promo')))
      .returning();
    if (!row) throw new AppError(404, 'not_found', `There is no promo ${id}.`);
    await audit(tx, {
      action: isActive ? 'promo.shown' : 'promo.hidden',
      subject: row.id,
      facts: { title: row.title },
    });
    return row;
  });
}
