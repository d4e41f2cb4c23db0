import { useRouter } from 'next/router';
import { useState } from 'react';
import type { Performer } from '#contract/performers';
import { shortText } from '#lib/short-text';
import { noAvatar } from '#lib/thumbnail';
import { coverSources } from '#parts/cover';
import { Later } from '#parts/later';
import { profileOf } from '#parts/person';
import { VideoPlayer } from '#parts/players';
import { useLive } from '#parts/use-live';
import { selectAuthUser } from '#state/auth';
import { useAppSelector } from '#state/hooks';
import { lazyPart } from '#ui/lazy-part';
import { PageHead } from '#ui/page-head';
import { Bone } from '#ui/skeleton';
import type { Posts, PostsFilter } from './live-profile.tsx';
import type { ProfileData } from './load.tsx';
import { PriceCard } from './price-card.tsx';
import { ProfileHeader } from './profile-header.tsx';
import { ProfilePosts } from './profile-posts.tsx';
import styles from './profile.module.css';

const LiveProfile = lazyPart(async () => (await import('./live-profile.tsx')).LiveProfile);
// One person of all who look at a profile may see it.
const Waiting = lazyPart(async () => (await import('./waiting.tsx')).Waiting);
// Who came by a trial link.
const TrialDialog = lazyPart(async () => (await import('./trial-dialog.tsx')).TrialDialog);

function Head({ performer }: { performer: Performer }) {
  // The stand-in for no picture says nothing about anybody.
  const picture =
    coverSources(performer.cover).at(-1)?.url ?? (performer.avatar === noAvatar ? null : performer.avatar);
  return (
    <PageHead
      title={`${performer.name} (@${performer.username})`}
      description={shortText(performer.bio, 160) || `Posts by ${performer.name}.`}
      image={picture}
      canonical={profileOf(performer)}
    />
  );
}

const everything: PostsFilter = { type: null, q: '' };
const isSame = (a: PostsFilter, b: PostsFilter): boolean => a.type === b.type && a.q === b.q;

/** What the page came with, until something newer is wanted: then the rest of the state loads and takes over in place. */
function useProfile(initial: Performer, feeds: ProfileData['feeds'] | undefined) {
  const [live, begin] = useLive(feeds === undefined);
  const [performer, setPerformer] = useState(initial);
  const [filter, setFilter] = useState<PostsFilter>(everything);
  const [posts, setPosts] = useState<Posts | null>(null);
  const first: Posts = {
    ...everything,
    items: feeds?.data ?? [],
    hasMore: Boolean(feeds?.nextCursor),
    waiting: feeds === undefined,
    loading: live,
    error: null,
    more: begin,
  };
  const choose = (change: Partial<PostsFilter>) => {
    setFilter({ ...filter, ...change });
    begin();
  };
  const shown =
    posts && isSame(posts, filter)
      ? posts
      : isSame(filter, everything)
        ? first
        : { ...first, ...filter, items: [], waiting: true };
  return { live, performer, setPerformer, filter, choose, posts: shown, setPosts };
}

export interface ProfileContentProps {
  readonly performer: Performer;
  /** The first posts; without them they load at once. */
  readonly feeds?: ProfileData['feeds'];
}

/** A creator's page. */
export function ProfileContent({ performer: initial, feeds }: ProfileContentProps) {
  const { live, performer, setPerformer, filter, choose, posts, setPosts } = useProfile(initial, feeds);
  const own = useAppSelector(selectAuthUser)?._id === performer._id;
  const { trial } = useRouter().query;
  return (
    <div className={styles.page}>
      <Head performer={performer} />
      {typeof trial === 'string' ? (
        <Later skeleton={null}>
          <TrialDialog code={trial} performer={performer} />
        </Later>
      ) : null}
      {own && !performer.isVerified ? (
        <Later skeleton={<Bone width="100%" height={66} />}>
          <Waiting />
        </Later>
      ) : null}
      <ProfileHeader performer={performer} own={own} />
      <div className={styles.body}>
        <div className={styles.side}>
          <PriceCard performer={performer} own={own} />
          {performer.welcomeVideo?.url ? (
            <VideoPlayer file={performer.welcomeVideo} label={`Welcome from ${performer.name}`} />
          ) : null}
        </div>
        <div className={styles.main}>
          <ProfilePosts
            performer={performer}
            own={own}
            filter={filter}
            posts={posts}
            onFilter={choose}
            onAll={() => choose(everything)}
          />
        </div>
      </div>
      {live ? (
        <Later skeleton={null}>
          <LiveProfile id={performer._id} {...filter} onPerformer={setPerformer} onPosts={setPosts} />
        </Later>
      ) : null}
    </div>
  );
}
