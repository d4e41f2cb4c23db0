import { limits } from '#config/limits.ts';
import { routes } from '#config/routes.ts';
import type { Post } from '#contract/content/posts/posts.ts';
import type { Performer } from '#contract/people/creators.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import type { Api } from '#services/http/api.ts';
import { listPosts } from '#services/content/posts/posts.ts';
import { getPerformer } from '#services/people/creators.ts';
import { loadStreams } from './load-streams.ts';
import { type PostsFilter, postsFilterOf } from './posts-filter.ts';

export interface ProfileData {
  readonly performer: Performer;
  /** The live stream and the scheduled ones. */
  readonly streams?: readonly Stream[];
  /** The newest posts that match the filters in the URL. */
  readonly posts: {
    readonly filter?: PostsFilter;
    readonly data: readonly Post[];
    readonly nextCursor?: string | null;
  };
}

/** Whether a profile was asked for by a username that its creator has changed since. */
export const isFormerName = ({ _id, username }: Performer, asked: string): boolean =>
  asked.toLowerCase() !== username.toLowerCase() && asked.toLowerCase() !== _id;

/** The profile's current address, with the same filters. */
export function addressOf(
  { username }: Performer,
  { profileId: _, ...filters }: Readonly<Record<string, string>>,
): string {
  const search = new URLSearchParams(filters).toString();
  return `${routes.profile(username)}${search ? `?${search}` : ''}`;
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
}): Promise<ProfileData | { readonly redirect: string }> {
  const asName = query['profileId'] ?? '';
  const performer = await getPerformer(api, { params: { id: asName } });
  if (isFormerName(performer, asName)) return { redirect: addressOf(performer, query) };
  const filter = postsFilterOf((name) => query[name] ?? '');
  const asked = { ...(filter.type && { type: filter.type }), ...(filter.q && { q: filter.q }) };
  const [{ data, nextCursor }, streams] = await Promise.all([
    listPosts(api, {
      query: { performerId: performer._id, limit: limits.firstPosts.profile, ...asked },
    }),
    loadStreams(api, performer),
  ]);
  return { performer, streams, posts: { filter, data, nextCursor } };
}
