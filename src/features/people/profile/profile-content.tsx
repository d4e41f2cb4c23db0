import { useRouter } from 'next/router';
import { useState } from 'react';
import type { Performer } from '#contract/people/creators.ts';
import type { Offer } from '#contract/trade/promotions.ts';
import { shortText } from '#lib/short-text.ts';
import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import { profileOf } from '#components/people/accounts/person.tsx';
import { VideoPlayer } from '#components/content/videos/players.tsx';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { useLive } from '#state/query/use-live.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { useAppSelector } from '#state/hooks.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import type { Posts } from './live-profile.ts';
import type { ProfileData } from './load-profile.ts';
import { type PostsFilter, everyPost, isSameFilter, postsFilterOf } from './posts-filter.ts';
import { PriceCard } from './price-card.tsx';
import { ProfileHeader } from './profile-header.tsx';
import { ProfilePosts } from './profile-posts.tsx';
import { SubscribeBar } from './subscribe-bar.tsx';
import { useSimilarPlace } from './use-similar-place.ts';
import styles from './profile.module.css';

const LiveProfile = lazyPart(async () => (await import('./live-profile.ts')).LiveProfile);
// Loaded on demand, because only the creator can see it.
const PendingApproval = lazyPart(async () => (await import('./pending-approval.tsx')).PendingApproval);
// Loaded only for creators who are live or have announced a stream.
const ProfileStreams = lazyPart(async () => (await import('./profile-streams.tsx')).ProfileStreams);
// Loaded once the page has been used.
const SimilarCreators = lazyPart(async () => (await import('./similar-creators.tsx')).SimilarCreators);
// Loaded only for visitors with a trial link.
const TrialDialog = lazyPart(async () => (await import('./trial-dialog.tsx')).TrialDialog);

function Head({ performer }: { performer: Performer }) {
  return (
    <PageHead
      title={`${performer.name} (@${performer.username})`}
      description={shortText(performer.bio, 160) || `Posts by ${performer.name}.`}
      preview
      canonical={profileOf(performer)}
    />
  );
}

/** The profile as rendered by the server, until newer data is needed; then the query loads and takes over. */
function useProfile(initial: Performer, initialPosts: ProfileData['posts'] | undefined) {
  const params = useQueryParams();
  const filter = postsFilterOf(params.get);
  const preloaded =
    initialPosts && isSameFilter(initialPosts.filter ?? everyPost, filter) ? initialPosts : undefined;
  const [live, begin] = useLive(preloaded === undefined);
  const [performer, setPerformer] = useState(initial);
  const [posts, setPosts] = useState<Posts | null>(null);
  const first: Posts = {
    ...filter,
    items: preloaded?.data ?? [],
    hasMore: Boolean(preloaded?.nextCursor),
    waiting: preloaded === undefined,
    loading: live,
    error: null,
    more: begin,
  };
  const choose = (change: Partial<PostsFilter>) => {
    const { type, q } = { ...filter, ...change };
    params.set({ type: type ?? '', q });
    begin();
  };
  const shown = posts && isSameFilter(posts, filter) ? posts : first;
  return {
    live: live || preloaded === undefined,
    performer,
    setPerformer,
    filter,
    choose,
    posts: shown,
    setPosts,
  };
}

const Similar = ({ id, isHere }: { id: string; isHere: boolean }) =>
  isHere ? (
    <LazyClient skeleton={null}>
      <SimilarCreators key={id} performerId={id} />
    </LazyClient>
  ) : null;

const Streams = ({ streams }: Required<Pick<ProfileContentProps, 'streams'>>) =>
  streams.length > 0 ? (
    <LazyClient skeleton={<SkeletonBlock width="100%" height={streams.length * 56 + 20} />}>
      <ProfileStreams streams={streams} />
    </LazyClient>
  ) : null;

const Welcome = ({ performer: { name, welcomeVideo } }: { performer: Performer }) =>
  welcomeVideo?.url ? <VideoPlayer file={welcomeVideo} label={`Welcome from ${name}`} /> : null;

export interface ProfileContentProps {
  readonly performer: Performer;
  /** The first posts; if absent, they are loaded at once. */
  readonly posts?: ProfileData['posts'];
  readonly streams?: ProfileData['streams'];
}

export function ProfileContent({
  performer: initial,
  posts: first,
  streams: known = [],
}: ProfileContentProps) {
  const [streams, setStreams] = useState(known);
  const { live, performer, setPerformer, filter, choose, posts, setPosts } = useProfile(initial, first);
  const own = useAppSelector(selectAuthUser)?._id === performer._id;
  const { trial } = useRouter().query;
  const similar = useSimilarPlace();
  const [offers, setOffers] = useState<readonly Offer[]>([]);
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
          <PriceCard {...{ performer, own, offers }} onOffers={setOffers} />
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
      {live ? (
        <LazyClient skeleton={null}>
          <LiveProfile
            id={performer._id}
            {...filter}
            onPerformer={setPerformer}
            onPosts={setPosts}
            onStreams={setStreams}
          />
        </LazyClient>
      ) : null}
    </div>
  );
}
