import { type InferSelectModel, eq, getTableColumns } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tokens } from '#lib/units.ts';
import type { AccessView } from '#contract/core/schemas.ts';
import type { Ctx, UserCtx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { purchaseFiles, purchases } from '../../../db/schema/wallet.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { rooms } from '../../../kernel/hub.ts';
import { type Item, loadAccessFacts, decideAccess } from '../../base/access/access.ts';
import { type Charged, spend } from './spend.ts';
import { once } from '../../../kernel/idempotency.ts';
import { refuseOtherPrice } from '../../../kernel/expected-price.ts';

/** Kinds of items that can be unlocked permanently. */
export type UnlockKind = 'feed' | 'video' | 'gallery' | 'message' | 'product' | 'stream';
/** An item locked against price changes until the purchase commits. */
export interface Sellable {
  readonly item: Item;
  /** Shown in the buyer's history and the creator's earnings. */
  readonly description: string;
  /** Shown in the buyer's library. */
  readonly title: string;
  readonly href: string;
  /** The text that is sold, if any; the buyer keeps this version. */
  readonly text?: string;
}
/** An item, and the price in tokens that was shown to the buyer. */
export interface Wanted {
  readonly id: string;
  readonly expectedPrice: Tokens;
}
/**
 * Loads an item with a `FOR SHARE` lock.
 * @throws AppError 404
 */
type LockSellable = (tx: UserCtx, id: string) => Promise<Sellable>;

type SoldTable = PgTable & Readonly<Record<'id' | 'performerId', AnyPgColumn>>;

/**
 * Locks an item against price changes until the purchase commits. Returns its row and its creator's name.
 * @throws AppError 404
 */
export async function lockForSale<Table extends SoldTable>(
  tx: Ctx,
  table: Table,
  id: string,
): Promise<{ row: InferSelectModel<Table>; creator: string }> {
  const [found] = await tx.db
    .select({ row: getTableColumns<PgTable>(table), creator: accounts.name })
    .from(table as PgTable)
    .innerJoin(accounts, eq(accounts.id, table.performerId))
    .where(eq(table.id, id))
    .for('share', { of: table });
  if (!found) throw notFound();
  return { row: found.row as InferSelectModel<Table>, creator: found.creator };
}

const words: Record<UnlockKind, string> = {
  feed: 'post',
  video: 'video',
  gallery: 'gallery',
  message: 'message',
  product: 'product',
  stream: 'stream',
};

const ownedBecause = (thing: string): Partial<Record<AccessView['reason'], string>> => ({
  purchased:
    thing === words.product ? 'You’ve already bought this.' : `You’ve already unlocked this ${thing}.`,
  included: `This ${thing} is included in your subscription.`,
  owner: `This is your own ${thing}.`,
});

/**
 * The price in tokens according to the access rule.
 * @throws AppError 404 when the viewer can't see the item, 409 when they can already read it or it isn't
 * sold.
 */
export function requirePrice(access: AccessView, thing: string): number {
  if (access.allowed)
    throw conflict(
      ownedBecause(thing)[access.reason] ?? `You can already open this ${thing}.`,
      'already_owned',
    );
  if (access.reason !== 'locked') throw notFound();
  const purchase = access.routes.find((route) => route.need === 'purchase');
  if (!purchase) throw conflict(`This ${thing} isn’t sold separately. Follow or subscribe to see it.`);
  return purchase.price;
}

/**
 * Records a purchase and the files it included.
 * @throws AppError 409 when another tab bought it at the same moment.
 */
export async function savePurchase(
  tx: UserCtx,
  bought: { kind: UnlockKind; sellable: Sellable; price: Tokens; transactionId: string; createdAt: Date },
): Promise<void> {
  const {
    kind,
    sellable: { item, title, text = null },
    price,
    transactionId,
    createdAt,
  } = bought;
  const [row] = await tx.db
    .insert(purchases)
    .values({
      id: tx.ports.ids(),
      accountId: tx.viewer.id,
      kind,
      itemId: item.id,
      performerId: item.ownerId,
      transactionId,
      price,
      title,
      text,
      createdAt,
    })
    .onConflictDoNothing()
    .returning({ id: purchases.id });
  if (!row) throw conflict(`You’ve already unlocked this ${words[kind]}.`, 'already_owned');
  const files = [...new Set(item.fileIds)].map((fileId) => ({
    purchaseId: row.id,
    accountId: tx.viewer.id,
    fileId,
  }));
  if (files.length > 0) await tx.db.insert(purchaseFiles).values(files);
}

/** Unlocks an item permanently with one charge and one purchase, once per `Idempotency-Key`. */
export function unlock(
  ctx: UserCtx,
  { id, expectedPrice }: Wanted,
  { kind, lock }: { kind: UnlockKind; lock: LockSellable },
): Promise<Charged> {
  return once(
    ctx,
    { route: `POST /wallet/charges/${kind}/:id`, input: { [`${kind}Id`]: id, expectedPrice } },
    async (tx) => {
      const sellable = await lock(tx, id);
      const { item, description, href } = sellable;
      const price = requirePrice(
        decideAccess(await loadAccessFacts(tx, { items: [item] }), item),
        words[kind],
      );
      await refuseOtherPrice(tx, { expected: expectedPrice, amount: price, unit: 'token' });
      const { posted, reply } = await spend(tx, {
        kind,
        itemId: id,
        performerId: item.ownerId,
        tokens: price,
        description,
        did: `unlocked a ${words[kind]}`,
        href,
      });
      await savePurchase(tx, {
        kind,
        sellable,
        price,
        transactionId: posted.transactionId,
        createdAt: posted.createdAt,
      });
      tx.emit(rooms.account(tx.viewer.id), 'access/changed', { performerId: item.ownerId });
      return reply;
    },
  );
}
