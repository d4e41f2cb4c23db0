import { eq } from 'drizzle-orm';
import { type Ctx, now } from '../../../kernel/context.ts';
import { products } from '../../../db/schema/shop.ts';
import { addToCount } from '../../content/media-items/publishing.ts';
import { lockCreator } from '../../people/accounts/lock-creator.ts';

type Row = typeof products.$inferSelect;
type State = Row['state'];

async function lockProduct(tx: Ctx, id: string): Promise<Row | null> {
  const [seen] = await tx.db
    .select({ performerId: products.performerId })
    .from(products)
    .where(eq(products.id, id));
  if (!seen) return null;
  await lockCreator(tx, seen.performerId);
  const [row] = await tx.db.select().from(products).where(eq(products.id, id)).for('update');
  return row ?? null;
}

async function move(tx: Ctx, { id, performerId, state }: Row, next: State): Promise<void> {
  await tx.db
    .update(products)
    .set({ state: next, updatedAt: now(tx) })
    .where(eq(products.id, id));
  const by = Number(next === 'published') - Number(state === 'published');
  await addToCount(tx, performerId, { what: 'products', by });
}

/**
 * Takes a product off sale for an operator; its orders go on. Returns the state it was in; null when it doesn't
 * exist anymore.
 */
export async function takeDownProduct(
  tx: Ctx,
  id: string,
  next: 'archived' | 'removed',
): Promise<State | null> {
  const row = await lockProduct(tx, id);
  if (row && row.state !== 'removed') await move(tx, row, next);
  return row?.state ?? null;
}

/** Undoes `takeDownProduct`, unless the creator has changed or deleted the product meanwhile. */
export async function putBackProduct(
  tx: Ctx,
  id: string,
  { from, to }: { from: 'archived' | 'removed'; to: State },
): Promise<boolean> {
  const row = await lockProduct(tx, id);
  if (row?.state !== from) return false;
  await move(tx, row, to);
  return true;
}
