import { type SQL, and, desc, eq, gt, gte, inArray } from 'drizzle-orm';
import { shortPost } from '#lib/markup/post-text.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { feeds } from '../../../db/schema/posts.ts';
import { topPosts } from '../../money/earnings/top-earners.ts';

interface BestPost {
  readonly _id: string;
  readonly title: string | null;
  readonly publishedAt: string;
  readonly earned: number;
  readonly likes: number;
}
/** Some of those that earned may be unpublished since. */
const spare = 15;

const { id, text, publishedAt, likes } = feeds;
const published = (ctx: UserCtx, condition: SQL | undefined) =>
  ctx.db
    .select({ id, text, publishedAt, likes })
    .from(feeds)
    .where(and(eq(feeds.performerId, ctx.viewer.id), eq(feeds.state, 'published'), condition));

/**
 * The viewer's posts that earned most since a moment. If these are too few, those published since then follow
 * that were liked most.
 */
export async function bestPosts(ctx: UserCtx, since: string, count: number): Promise<BestPost[]> {
  const sums = await topPosts(ctx, { from: since }, count + spare);
  const earned = new Map(sums.map((each) => [each.id, each.net]));
  const sold = sums.length === 0 ? [] : await published(ctx, inArray(id, [...earned.keys()]));
  const liked =
    sold.length >= count
      ? []
      : await published(ctx, and(gte(publishedAt, new Date(since)), gt(likes, 0)))
          .orderBy(desc(likes), desc(publishedAt))
          .limit(count + sold.length);
  const ofSold = (post: { id: string }) => earned.get(post.id) ?? 0;
  const all = [
    ...sold.toSorted((a, b) => ofSold(b) - ofSold(a) || b.likes - a.likes),
    ...liked.filter((post) => !earned.has(post.id)),
  ];
  return all.slice(0, count).flatMap((post) =>
    post.publishedAt
      ? [
          {
            _id: post.id,
            title: shortPost(post.text, 80) || null,
            publishedAt: post.publishedAt.toISOString(),
            earned: ofSold(post),
            likes: post.likes,
          },
        ]
      : [],
  );
}
