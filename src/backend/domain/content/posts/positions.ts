import { and, eq, inArray } from 'drizzle-orm';
import { playback } from '#config/playback.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import { postProgress } from '../../../db/schema/posts.ts';
import type { Ctx } from '../../../kernel/context.ts';
import type { Attachments } from './attachments.ts';

type Positions = NonNullable<Post['positions']>;
interface Attached {
  readonly id: string;
  readonly files: Attachments['files'];
}

/**
 * How far the viewer played the long files of some posts, by post and file. Timelines without such files cost
 * no query.
 */
export async function positionsOf(ctx: Ctx, posts: readonly Attached[]): Promise<Map<string, Positions>> {
  const long = posts.filter(({ files }) =>
    files.some(({ duration }) => (duration ?? 0) >= playback.shortest),
  );
  if (!ctx.viewer || long.length === 0) return new Map();
  const rows = await ctx.db
    .select({ feedId: postProgress.feedId, fileId: postProgress.fileId, seconds: postProgress.seconds })
    .from(postProgress)
    .where(
      and(
        eq(postProgress.accountId, ctx.viewer.id),
        inArray(
          postProgress.feedId,
          long.map(({ id }) => id),
        ),
      ),
    );
  return new Map(
    [...Map.groupBy(rows, ({ feedId }) => feedId)].map(([feedId, some]) => [
      feedId,
      Object.fromEntries(some.map(({ fileId, seconds }) => [fileId, seconds])),
    ]),
  );
}
