import { eq } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { shortPost } from '#lib/markup/post-text.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { feeds } from '../../../db/schema/posts.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { Charged } from '../../money/wallet/spend.ts';
import { type Sellable, type Wanted, unlock } from '../../money/wallet/unlock.ts';
import { fileIdsOf } from './files.ts';
import { asItem } from './presenters.ts';

/** The description in the wallet's history and the creator's earnings. */
export const postBought = (creator: string, text: string): string => {
  const opening = shortPost(text, 60);
  return opening ? `Post by ${creator}: ${opening}` : `Post by ${creator}`;
};

async function lockPost(tx: UserCtx, id: string): Promise<Sellable> {
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
  const title = shortPost(row.text, 120) || `Post by ${row.creator}`;
  return {
    item: asItem(row.feed, await fileIdsOf(tx, id), now(tx)),
    description: postBought(row.creator, row.text),
    title,
    text: row.text,
    href: routes.feed(id),
  };
}

export const unlockPost = (ctx: UserCtx, wanted: Wanted): Promise<Charged> =>
  unlock(ctx, wanted, { kind: 'feed', lock: lockPost });
