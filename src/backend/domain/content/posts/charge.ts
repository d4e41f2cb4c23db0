import { routes } from '#config/routes.ts';
import { shortPost } from '#lib/markup/post-text.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { feeds } from '../../../db/schema/posts.ts';
import type { Charged } from '../../money/wallet/spend.ts';
import { type Sellable, type Wanted, lockForSale, unlock } from '../../money/wallet/unlock.ts';
import { fileIdsOf } from './files.ts';
import { asItem } from './presenters.ts';

/** The description in the wallet's history and the creator's earnings. */
export const postBought = (creator: string, text: string): string => {
  const opening = shortPost(text, 60);
  return opening ? `Post by ${creator}: ${opening}` : `Post by ${creator}`;
};

async function lockPost(tx: UserCtx, id: string): Promise<Sellable> {
  const { row: post, creator } = await lockForSale(tx, feeds, id);
  const title = shortPost(post.text, 120) || `Post by ${creator}`;
  return {
    item: asItem(post, await fileIdsOf(tx, id), now(tx)),
    description: postBought(creator, post.text),
    title,
    text: post.text,
    href: routes.feed(id),
  };
}

export const unlockPost = (ctx: UserCtx, wanted: Wanted): Promise<Charged> =>
  unlock(ctx, wanted, { kind: 'feed', lock: lockPost });
