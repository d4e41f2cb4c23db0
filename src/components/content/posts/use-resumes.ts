import { playback } from '#config/playback.ts';
import type { FileView } from '#contract/core/schemas.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import { untilLoaded } from '#lib/device/until-loaded.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { useApi, useAppSelector } from '#state/hooks.ts';
import type { Resume } from '../videos/use-resume.ts';

/** What was played since the posts were fetched, by person and file. */
const played = new Map<string, number>();

/**
 * Where the long videos and recordings of a post resume for somebody who is logged in, and how their position
 * is saved. Errors are ignored because nothing else depends on it.
 */
export function useResumes(post: Pick<Post, '_id' | 'positions'> | undefined) {
  const api = useApi();
  const me = useAppSelector(selectAuthUser)?._id;
  return ({ _id: fileId, duration }: FileView): Resume | undefined => {
    if (!post || me === undefined || (duration ?? 0) < playback.shortest) return undefined;
    const mine = `${me} ${fileId}`;
    const keep = async (seconds: number) => {
      played.set(mine, seconds);
      const { savePostProgress } = await untilLoaded(() => import('#services/content/posts/posts.ts'));
      // Sent even while the page is closing.
      await savePostProgress(api, {
        params: { id: post._id, fileId },
        body: { seconds },
        keepalive: true,
      }).catch(() => {});
    };
    const at = played.get(mine) ?? post.positions?.[fileId] ?? null;
    return { at, keep: (seconds) => void keep(seconds) };
  };
}
