import { lazy, useState } from 'react';
import type { FeedType } from '#contract/feeds';
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
import { PageHead } from '#ui/page-head';
import { Bone } from '#ui/skeleton';
import type { Posts } from './live-profile.tsx';
import type { ProfileData } from './load.tsx';
import { PriceCard } from './price-card.tsx';
import { ProfileHeader } from './profile-header.tsx';
import { ProfilePosts } from './profile-posts.tsx';
import styles from './profile.module.css';

const LiveProfile = lazy(async () => ({ default: (await import('./live-profile.tsx')).LiveProfile }));
// One person of all who look at a profile may see it.
const Waiting = lazy(async () => ({ default: (await import('./waiting.tsx')).Waiting }));

function Head({ performer }: { performer: Performer }) {
  // The stand-in for no picture says nothing about anybody.
  const picture = coverSources(performer.cover).at(-1)?.url ?? (performer.avatar === noAvatar ? null : performer.avatar);
  return (
    <PageHead
      title={`${performer.name} (@${performer.username})`}
      description={shortText(performer.bio, 160) || `Posts by ${performer.name}.`}
      image={picture}
      canonical={profileOf(performer)}
    />
  );
}

/** What the page came with, until something newer is wanted: then the rest of the state loads and takes over in place. */
function useProfile(initial: Performer, feeds: ProfileData['feeds'] | undefined) {
  const [live, begin] = useLive(feeds === undefined);
  const [performer, setPerformer] = useState(initial);
  const [type, setType] = useState<FeedType | null>(null);
  const [posts, setPosts] = useState<Posts | null>(null);
  const first: Posts = {
    type: null, items: feeds?.data ?? [], hasMore: Boolean(feeds?.nextCursor), waiting: feeds === undefined, loading: live, error: null, more: begin,
  };
  const choose = (next: FeedType | null) => {
    setType(next);
    begin();
  };
  const shown = posts?.type === type ? posts : type === null ? first : { ...first, type, items: [], waiting: true };
  return { live, performer, setPerformer, type, choose, posts: shown, setPosts };
}

export interface ProfileContentProps {
  readonly performer: Performer;
  /** The first posts; without them they load at once. */
  readonly feeds?: ProfileData['feeds'];
}

/** A creator's page. */
export function ProfileContent({ performer: initial, feeds }: ProfileContentProps) {
  const { live, performer, setPerformer, type, choose, posts, setPosts } = useProfile(initial, feeds);
  const own = useAppSelector(selectAuthUser)?._id === performer._id;
  return (
    <div className={styles.page}>
      <Head performer={performer} />
      {own && !performer.isVerified ? <Later skeleton={<Bone width="100%" height={66} />}><Waiting /></Later> : null}
      <ProfileHeader performer={performer} own={own} />
      <div className={styles.body}>
        <div className={styles.side}>
          <PriceCard performer={performer} own={own} />
          {performer.welcomeVideo?.url ? <VideoPlayer file={performer.welcomeVideo} label={`Welcome from ${performer.name}`} /> : null}
        </div>
        <div className={styles.main}>
          <ProfilePosts performer={performer} own={own} type={type} posts={posts} onType={choose} onAll={() => choose(null)} />
        </div>
      </div>
      {live ? <Later skeleton={null}><LiveProfile id={performer._id} type={type} onPerformer={setPerformer} onPosts={setPosts} /></Later> : null}
    </div>
  );
}
