import UserRoundX from 'lucide-react/icons/user-round-x';
import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { limits } from '#config/limits.ts';
import { routes } from '#config/routes.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { Performer } from '#contract/people/creators.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import type { Api } from '#services/http/api.ts';
import { listPosts } from '#services/content/posts/posts.ts';
import { getPerformer } from '#services/people/creators.ts';
import { listOffers } from '#services/trade/promotions.ts';
import { searchStreams } from '#services/talk/streams/streams.ts';
import { useSeeded } from '#state/query/use-seeded.ts';
import { parsePostsFilter, postsQuery } from './posts-filter.ts';
import {
  Profile,
  type SentOffers,
  type SentPosts,
  type SentStreams,
  mayHaveOffer,
  streamsQuery,
} from './profile.tsx';
import { ProfileSkeleton } from './profile-skeleton.tsx';

interface ProfileData {
  readonly performer: Performer;
  readonly posts: SentPosts;
  readonly streams: SentStreams;
  /** Absent if the creator has none for the viewer, or they didn't load. */
  readonly offers?: SentOffers | undefined;
}

/** Whether a profile was asked for by a username that its creator has changed since. */
const isFormerName = ({ _id, username }: Performer, requestedId: string): boolean =>
  requestedId.toLowerCase() !== username.toLowerCase() && requestedId.toLowerCase() !== _id;

/** The profile's current address, with the same filters. */
function currentAddress(
  { username }: Performer,
  { profileId: _, ...filters }: Readonly<Record<string, string>>,
): string {
  const search = new URLSearchParams(filters).toString();
  return `${routes.profile(username)}${search ? `?${search}` : ''}`;
}

const noStreams: ReplyOf<'GET /streaming/user/search'> = { data: [], total: 0 };

/** The creator's live stream, and the scheduled ones. A profile is shown without those that don't load. */
export async function loadStreams(
  api: Api,
  { _id, isLive }: Pick<Performer, '_id' | 'isLive'>,
): Promise<SentStreams> {
  const load = (state: keyof SentStreams) =>
    searchStreams(api, { query: streamsQuery(state, _id) }).catch(() => noStreams);
  const [live, scheduled] = await Promise.all([isLive ? load('live') : noStreams, load('scheduled')]);
  return { live, scheduled };
}

/** The offers that the viewer can take. Without them a profile is shown all the same, and the browser asks again. */
const loadOffers = (api: Api, performer: Performer): Promise<SentOffers | undefined> =>
  mayHaveOffer(performer)
    ? listOffers(api, { params: { id: performer._id } }).catch(() => undefined)
    : Promise.resolve(undefined);

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
  if (isFormerName(performer, asName)) return { redirect: currentAddress(performer, query) };
  const filter = parsePostsFilter((name) => query[name] ?? '');
  const [first, streams, offers] = await Promise.all([
    listPosts(api, { query: { ...postsQuery(performer._id, filter), limit: limits.firstPosts.profile } }),
    loadStreams(api, performer),
    loadOffers(api, performer),
  ]);
  return { performer, streams, offers, posts: { filter, first } };
}

const singleValues = (
  query: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

/** Corrects the address of a creator who has changed their username, as the server does. */
function CurrentAddress({ performer, requestedId }: { performer: Performer; requestedId: string }) {
  const { query, replace } = useRouter();
  const isFormer = isFormerName(performer, requestedId);
  useEffect(() => {
    if (isFormer) void replace(currentAddress(performer, singleValues(query)));
  });
  return null;
}

const notFound = (
  <NotFound
    icon={<UserRoundX size={28} />}
    title="Profile not found"
    text="The link may be broken, or the profile isn’t public."
  />
);

/** `requestedId`: a username or an id. */
function Loaded({
  requestedId,
  performer: sent,
  ...rest
}: Partial<ProfileData> & { readonly requestedId: string }) {
  const request = useSeeded(getPerformer, requestedId === '' ? null : { params: { id: requestedId } }, sent);
  return (
    <LoadedView request={request} skeleton={<ProfileSkeleton />} notFound={notFound}>
      {(performer) => (
        <>
          {sent ? null : <CurrentAddress performer={performer} requestedId={requestedId} />}
          <Profile key={performer._id} performer={performer} {...rest} />
        </>
      )}
    </LoadedView>
  );
}

/** `/[profileId]`: a creator by username or id. */
export function ProfilePage({ performer, ...rest }: Partial<ProfileData>) {
  const name = useRouteParam('profileId');
  const requestedId = performer?._id ?? name;
  return <Loaded key={requestedId} requestedId={requestedId} performer={performer} {...rest} />;
}
