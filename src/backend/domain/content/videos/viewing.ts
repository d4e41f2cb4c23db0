import { eq } from 'drizzle-orm';
import type { Video } from '#contract/content/videos.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { videos } from '../../../db/schema/videos.ts';
import { notFound } from '../../../kernel/errors.ts';
import { presentVideos, selectVideos } from './presenters.ts';
import { isShown } from '../../base/access/access.ts';

/**
 * One video as the viewer may see it.
 * @throws AppError 404 when it doesn't exist for the viewer, whatever the reason.
 */
export async function viewVideo(ctx: Ctx, id: string): Promise<Video> {
  const [view] = await presentVideos(ctx, await selectVideos(ctx).where(eq(videos.id, id)));
  if (!view || !isShown(view)) throw notFound();
  return view;
}
