import type { Ctx } from '../kernel/context.ts';
import { postProgress } from '../db/schema/posts.ts';
import { watchProgress } from '../db/schema/videos.ts';
import { creatorNamed, demoFan } from './cast.ts';
import { clipId } from './gallery.ts';
import { type Past, before, days, minutes } from './past.ts';
import { postId } from './post-rows.ts';
import { videoId } from './video-rows.ts';

/** A video and a recording that the demo fan left in the middle, to go on with. */
export async function insertHalfPlayed(ctx: Ctx, { today }: Past): Promise<void> {
  await ctx.db.insert(watchProgress).values({
    accountId: demoFan.id,
    videoId: videoId({ by: 'demo-creator', title: 'The bay, before the fog' }),
    seconds: 31,
    updatedAt: before(today, minutes(190)),
  });
  const sailor = creatorNamed('tide.tables');
  const at = sailor.posts.findIndex(({ clip }) => clip === 'hull');
  await ctx.db.insert(postProgress).values({
    accountId: demoFan.id,
    feedId: postId(sailor, at),
    fileId: clipId(sailor, at, 'clip'),
    seconds: 47,
    updatedAt: before(today, days(1.2)),
  });
}
