import { limits } from '#config/limits.ts';
import type { Post } from '#contract/posts.ts';
import type { Performer } from '#contract/creators.ts';
import type { Stream } from '#contract/streams.ts';
import type { Api } from '#services/http/api.ts';
import { listPosts } from '#services/posts.ts';
import { getPerformer } from '#services/creators.ts';
import { loadStreams } from './load-streams.ts';
import { type PostsFilter, postsFilterOf } from './posts-filter.ts';

export interface ProfileData {
  readonly performer: Performer;
  /** The live stream and the scheduled ones. */
  readonly streams?: readonly Stream[];
  /** The newest posts that match the filters in the URL. */
  readonly feeds: {
    readonly filter?: PostsFilter;
    readonly data: readonly Post[];
    readonly nextCursor?: string | null;
  };
}

/**
 * Loads what a profile is rendered with. The specification names the route parameter; it is a username or an
 * id.
 */
export async function loadProfile({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<ProfileData> {
  const performer = await getPerformer(api, query['profileId'] ?? '');
  const filter = postsFilterOf((name) => query[name] ?? '');
  const asked = { ...(filter.type && { type: filter.type }), ...(filter.q && { q: filter.q }) };
  const [{ data, nextCursor }, streams] = await Promise.all([
    listPosts(api, { performerId: performer._id, limit: limits.firstPosts.profile, ...asked }),
    loadStreams(api, performer),
  ]);
  return { performer, streams, feeds: { filter, data, nextCursor } };
}
