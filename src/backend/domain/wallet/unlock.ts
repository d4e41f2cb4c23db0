import type { Tokens } from '#lib/units.ts';
import type { AccessView } from '#contract/core/schemas.ts';
import type { UserCtx } from '../../kernel/context.ts';
import { purchaseFiles, purchases } from '../../db/schema/wallet.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { rooms } from '../../kernel/hub.ts';
import { type Item, gatherFacts, judge } from '../access/access.ts';
import { type Charged, spend } from './spend.ts';
import { once } from '../../kernel/idempotency.ts';
import { refuseOtherPrice } from '../../kernel/expected-price.ts';

/** What can be unlocked for good. */
export type UnlockKind = 'feed' | 'video' | 'gallery' | 'message' | 'product' | 'stream';
/** An item held against a change of its price until the purchase has committed. */
export interface Sellable {
  readonly item: Item;
  /** In the buyer's history and the creator's earnings. */
  readonly description: string;
  /** In the buyer's library. */
  readonly title: string;
  readonly href: string;
  /** The words that are sold, where there are any: the buyer keeps them. */
  readonly text?: string;
}
/** An item, and the tokens that its buyer was shown. */
export interface Wanted {
  readonly id: string;
  readonly expectedPrice: Tokens;
}
/** Loads an item `for share`. @throws AppError 404. */
export type LockSellable = (tx: UserCtx, id: string) => Promise<Sellable>;

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
 * The tokens to pay, as the access rule says. @throws 404 for what the viewer can't meet, 409 for what they
 * can read already and for what isn't sold.
 */
export function priceOf(access: AccessView, thing: string): number {
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
 * Writes that something was bought, with the files that came with it. @throws 409 when another tab bought it
 * in the same moment.
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

/** Unlocks an item for good: one charge, one purchase, once an `Idempotency-Key`. */
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
      const price = priceOf(judge(await gatherFacts(tx, { items: [item] }), item), words[kind]);
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
