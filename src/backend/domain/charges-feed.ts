import { eq } from 'drizzle-orm';
import type { AccessView } from '#contract/common';
import { routes } from '#config/routes';
import { shortText } from '#lib/short-text';
import type { UserCtx } from '../context.ts';
import { accounts, feeds, purchases } from '../db/schema.ts';
import { AppError, conflict, notFound } from '../errors.ts';
import { rooms } from '../hub.ts';
import { gatherFacts, judge } from './access.ts';
import { type Charged, spend } from './charges-spend.ts';
import { asItem } from './feed-views.ts';
import { once } from './idempotency.ts';

type FeedRow = Parameters<typeof asItem>[0];

const ownedBecause: Partial<Record<AccessView['reason'], string>> = {
  purchased: 'You’ve already unlocked this post.',
  included: 'This post is included in your subscription.',
  owner: 'This is your own post.',
};

/** The tokens to pay, as the access rule says. @throws 404 for what the viewer can't meet, 409 for what they can read already, 422 for what isn't sold. */
function priceOf(access: AccessView): number {
  if (access.allowed) throw conflict(ownedBecause[access.reason] ?? 'You can read this post already.', 'already_owned');
  if (access.reason !== 'locked') throw notFound();
  const purchase = access.routes.find((route) => route.need === 'purchase');
  if (!purchase) throw new AppError(422, 'invalid_input', 'This post isn’t sold by itself: follow or subscribe to read it.');
  return purchase.price;
}

/** Locks the post against a change of its price until the purchase has committed. */
async function lockFeed(tx: UserCtx, id: string): Promise<{ feed: FeedRow; creator: string; text: string }> {
  const [row] = await tx.db
    .select({
      creator: accounts.name,
      text: feeds.text,
      feed: { id: feeds.id, performerId: feeds.performerId, audience: feeds.audience, price: feeds.price, includedInSubscription: feeds.includedInSubscription, state: feeds.state },
    })
    .from(feeds)
    .innerJoin(accounts, eq(accounts.id, feeds.performerId))
    .where(eq(feeds.id, id))
    .for('share', { of: feeds });
  if (!row) throw notFound();
  return row;
}

/** What the wallet's history and the creator's earnings call it. */
export const postBought = (creator: string, text: string): string => {
  const opening = shortText(text, 60);
  return opening ? `Post by ${creator}: ${opening}` : `Post by ${creator}`;
};

/** Unlocks a post for good. */
export function unlockFeed(ctx: UserCtx, feedId: string): Promise<Charged> {
  return once(ctx, { route: 'POST /wallet/charges/feed/:id', input: { feedId } }, async (tx) => {
    const { feed, creator, text } = await lockFeed(tx, feedId);
    const item = asItem(feed);
    const price = priceOf(judge(await gatherFacts(tx, { items: [item] }), item));
    const { posted, reply } = await spend(tx, {
      kind: 'feed', itemId: feedId, performerId: feed.performerId, tokens: price, description: postBought(creator, text), did: 'unlocked a post', href: routes.feed(feedId),
    });
    const bought = await tx.db
      .insert(purchases)
      .values({ id: tx.ports.ids(), accountId: tx.viewer.id, kind: 'feed', itemId: feedId, performerId: feed.performerId, transactionId: posted.transactionId, price, createdAt: posted.createdAt })
      .onConflictDoNothing()
      .returning({ id: purchases.id });
    // Bought in another tab in the same moment: this payment is undone with the transaction.
    if (bought.length === 0) throw conflict('You’ve already unlocked this post.', 'already_owned');
    tx.emit(rooms.account(tx.viewer.id), 'access/changed', { performerId: feed.performerId });
    return reply;
  });
}
