import { eq } from 'drizzle-orm';
import { routes } from '#config/routes';
import { shortText } from '#lib/short-text';
import { type UserCtx, now } from '../context.ts';
import { accounts, feeds } from '../db/schema.ts';
import { notFound } from '../errors.ts';
import type { Charged } from './charges-spend.ts';
import { type Sellable, unlock } from './charges-unlock.ts';
import { fileIdsOf } from './feed-files.ts';
import { asItem } from './feed-views.ts';

/** What the wallet's history and the creator's earnings call it. */
export const postBought = (creator: string, text: string): string => {
  const opening = shortText(text, 60);
  return opening ? `Post by ${creator}: ${opening}` : `Post by ${creator}`;
};

async function lockFeed(tx: UserCtx, id: string): Promise<Sellable> {
  const [row] = await tx.db
    .select({
      creator: accounts.name,
      text: feeds.text,
      feed: {
        id: feeds.id,
        performerId: feeds.performerId,
        audience: feeds.audience,
        price: feeds.price,
        includedInSubscription: feeds.includedInSubscription,
        state: feeds.state,
        expiresAt: feeds.expiresAt,
      },
    })
    .from(feeds)
    .innerJoin(accounts, eq(accounts.id, feeds.performerId))
    .where(eq(feeds.id, id))
    .for('share', { of: feeds });
  if (!row) throw notFound();
  const title = shortText(row.text, 120) || `Post by ${row.creator}`;
  return {
    item: asItem(row.feed, await fileIdsOf(tx, id), now(tx)),
    description: postBought(row.creator, row.text),
    title,
    href: routes.feed(id),
  };
}

/** Unlocks a post for good. */
export const unlockFeed = (ctx: UserCtx, id: string): Promise<Charged> =>
  unlock(ctx, { kind: 'feed', id, lock: lockFeed });
