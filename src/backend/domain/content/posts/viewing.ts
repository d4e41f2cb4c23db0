import { eq } from 'drizzle-orm';
import type { Post } from '#contract/content/posts/posts.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { feeds } from '../../../db/schema/posts.ts';
import { notFound } from '../../../kernel/errors.ts';
import { postColumns, presentPosts } from './presenters.ts';
import { isShown } from '../../base/access/access.ts';

/**
 * One post as the viewer may see it.
 * @throws AppError 404 when it doesn't exist for the viewer, whatever the reason.
 */
export async function viewPost(ctx: Ctx, id: string): Promise<Post> {
  const rows = await ctx.db
    .select(postColumns)
    .from(feeds)
    .innerJoin(accounts, eq(accounts.id, feeds.performerId))
    .innerJoin(performers, eq(performers.accountId, feeds.performerId))
    .where(eq(feeds.id, id));
  const [view] = await presentPosts(ctx, rows);
  if (!view || !isShown(view)) throw notFound();
  return view;
}
