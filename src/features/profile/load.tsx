import { limits } from '#config/limits';
import type { Feed } from '#contract/feeds';
import type { Performer } from '#contract/performers';
import type { Api } from '#services/api';
import { listFeeds } from '#services/feeds';
import { getPerformer } from '#services/performers';

export interface ProfileData {
  readonly performer: Performer;
  readonly feeds: { readonly data: readonly Feed[]; readonly nextCursor?: string | null };
}

/** What a profile is drawn with. The route's own name of the parameter is the specification's: username, else id. */
export async function loadProfile({
  api,
  query,
}: {
  api: Api;
  query: Readonly<Record<string, string>>;
}): Promise<ProfileData> {
  const performer = await getPerformer(api, query['profileId'] ?? '');
  const { data, nextCursor } = await listFeeds(api, {
    performerId: performer._id,
    limit: limits.firstPosts.profile,
  });
  return { performer, feeds: { data, nextCursor } };
}
