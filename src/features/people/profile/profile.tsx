import { useRouter } from 'next/router';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { Performer } from '#contract/people/creators.ts';
import type { Stream } from '#contract/talk/streams/streams.ts';
import type { Offer } from '#contract/trade/promotions.ts';
import { shortText } from '#lib/short-text.ts';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { profilePath } from '#components/people/accounts/person.tsx';
import { VideoPlayer } from '#components/content/videos/players.tsx';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { listPosts, postsAPage } from '#services/content/posts/posts.ts';
import { type StreamFilter, searchStreams } from '#services/talk/streams/streams.ts';
import { listOffers } from '#services/trade/promotions.ts';
import { uniqueItems } from '#state/query/pages.ts';
import { useSeeded, useSeededList } from '#state/query/use-seeded.ts';
import { useLiveCounts } from '#state/streams/use-live-counts.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { useAppSelector } from '#state/hooks.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { type PostsFilter, everyPost, isSameFilter, parsePostsFilter, postsQuery } from './posts-filter.ts';
import { PriceCard } from './price-card.tsx';
import { ProfileHeader } from './profile-header.tsx';
import { ProfilePosts } from './profile-posts.tsx';
import { SubscribeBar } from './subscribe-bar.tsx';
import { useSimilarPlace } from './use-similar-place.ts';
import styles from './profile.module.css';

// Loaded on demand, because only the creator can see it.
const PendingApproval = lazyPart(async () => (await import('./pending-approval.tsx')).PendingApproval);
// Loaded only for creators who are live or have announced a stream.
const ProfileStreams = lazyPart(async () => (await import('./profile-streams.tsx')).ProfileStreams);
// Loaded once the page has been used.
const SimilarCreators = lazyPart(async () => (await import('./similar-creators.tsx')).SimilarCreators);
// Loaded only for visitors with a trial link.
const TrialDialog = lazyPart(async () => (await import('./trial-dialog.tsx')).TrialDialog);

/** The newest posts for a filter, as the server sent them. */
export interface SentPosts {
  readonly filter: PostsFilter;
  readonly first: ReplyOf<'GET /user/feeds'>;
}
/** The live stream and the scheduled ones, as the server sent them. */
export interface SentStreams {
  readonly live: ReplyOf<'GET /streaming/user/search'>;
  readonly scheduled: ReplyOf<'GET /streaming/user/search'>;
}
export type SentOffers = ReplyOf<'GET /promotions/performer/:id'>;

/** Most streams that a profile shows. */
const shown = { live: 1, scheduled: 3 };
export const streamsQuery = (state: keyof SentStreams, performerId: string): StreamFilter => ({
  state,
  performerId,
  limit: shown[state],
});

function Head({ performer }: { performer: Performer }) {
  return (
    <PageHead
      title={`${performer.name} (@${performer.username})`}
      description={shortText(performer.bio, 160) || `Posts by ${performer.name}.`}
      preview
      canonical={profilePath(performer)}
    />
  );
}

/** The creator's posts for the filters in the URL, and how to change these. */
function usePosts({ _id }: Performer, sent: SentPosts | undefined) {
  const params = useQueryParams();
  const filter = parsePostsFilter(params.get);
  const first = sent && isSameFilter(sent.filter, filter) ? sent.first : undefined;
  const input = { query: { ...postsQuery(_id, filter), limit: postsAPage } };
  const request = useSeededList(listPosts, input, first);
  const list = toInfinitePages(request);
  // The server sent fewer than a page has, so that the first page already goes on.
  const isFirst = first !== undefined && request.currentData?.pages[0] === first;
  const more = () => void request.refetch();
  return {
    filter,
    posts: isFirst ? { ...list, loading: request.isFetching, more } : list,
    choose: (change: Partial<PostsFilter>) => {
      const { type, q } = { ...filter, ...change };
      params.set({ type: type ?? '', q });
    },
  };
}

/** The creator's live stream and the scheduled ones, once both are known. */
function useStreams({ _id }: Performer, sent: SentStreams | undefined): readonly Stream[] {
  const live = useSeededList(searchStreams, { query: streamsQuery('live', _id) }, sent?.live);
  const scheduled = useSeededList(searchStreams, { query: streamsQuery('scheduled', _id) }, sent?.scheduled);
  useLiveCounts(live.isLive);
  if (!live.currentData || !scheduled.currentData) return [];
  return [...uniqueItems(live.currentData), ...uniqueItems(scheduled.currentData)];
}

/** Whether to ask for offers: those for a first period are nothing for who is subscribed. */
export const mayHaveOffer = ({ hasOffer, isSubscribed }: Performer): boolean => hasOffer && !isSubscribed;

/** The creator's offers to the viewer, the best one first. */
function useOffers(performer: Performer, sent: SentOffers | undefined): readonly Offer[] {
  const mayTake = mayHaveOffer(performer);
  const { currentData } = useSeeded(listOffers, mayTake ? { params: { id: performer._id } } : null, sent);
  return mayTake ? (currentData?.data ?? []) : [];
}

const Similar = ({ id, isHere }: { id: string; isHere: boolean }) =>
  isHere ? (
    <LazyClient skeleton={null}>
      <SimilarCreators key={id} performerId={id} />
    </LazyClient>
  ) : null;

const Streams = ({ streams }: { streams: readonly Stream[] }) =>
  streams.length > 0 ? (
    <LazyClient skeleton={<SkeletonBlock width="100%" height={streams.length * 56 + 20} />}>
      <ProfileStreams streams={streams} />
    </LazyClient>
  ) : null;

const Welcome = ({ performer: { name, welcomeVideo } }: { performer: Performer }) =>
  welcomeVideo?.url ? <VideoPlayer file={welcomeVideo} label={`Welcome from ${name}`} /> : null;

interface ProfileProps {
  readonly performer: Performer;
  /** If absent, they are loaded at once; the streams, too. */
  readonly posts?: SentPosts | undefined;
  readonly streams?: SentStreams | undefined;
  /** If absent, they are loaded at once where there are any. */
  readonly offers?: SentOffers | undefined;
}

/** A profile: what the server sent, and the browser's answers from when they matter. */
export function Profile({ performer, ...sent }: ProfileProps) {
  const { filter, choose, posts } = usePosts(performer, sent.posts);
  const streams = useStreams(performer, sent.streams);
  const own = useAppSelector(selectAuthUser)?._id === performer._id;
  const { trial } = useRouter().query;
  const similar = useSimilarPlace();
  const offers = useOffers(performer, sent.offers);
  return (
    <div className={styles.page}>
      <Head performer={performer} />
      {typeof trial === 'string' ? (
        <LazyClient skeleton={null}>
          <TrialDialog code={trial} performer={performer} />
        </LazyClient>
      ) : null}
      {own && !performer.isVerified ? (
        <LazyClient skeleton={<SkeletonBlock width="100%" height={66} />}>
          <PendingApproval />
        </LazyClient>
      ) : null}
      <ProfileHeader performer={performer} own={own} />
      <Streams streams={streams} />
      <div className={styles.body}>
        <div className={styles.side}>
          <PriceCard {...{ performer, own, offers }} />
          <Welcome performer={performer} />
          <Similar id={performer._id} isHere={similar === 'side'} />
        </div>
        <div className={styles.main}>
          <ProfilePosts
            performer={performer}
            own={own}
            filter={filter}
            posts={posts}
            onFilter={choose}
            onAll={() => choose(everyPost)}
          />
        </div>
      </div>
      <Similar id={performer._id} isHere={similar === 'end'} />
      <SubscribeBar performer={performer} own={own} offers={offers} />
    </div>
  );
}
