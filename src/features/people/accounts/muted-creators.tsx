import type { MutedCreator } from '#contract/across/blocks.ts';
import { problemMessage } from '#lib/problem.ts';
import { profilePath } from '#components/people/accounts/person.tsx';
import { listMutedCreators, unmuteCreator } from '#services/across/blocks.ts';
import { useList, useWrite } from '#state/query/hooks.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { Button } from '#ui/content/button.tsx';
import { Link } from '#ui/content/link.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { PagedRows } from '#ui/layout/paged-rows.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from './account.module.css';

function Creator({ creator }: { creator: MutedCreator }) {
  const [lift, { isLoading }] = useWrite(unmuteCreator);
  const unmute = async () => {
    const { error } = await lift({ params: { id: creator._id } });
    if (error) toast.error(problemMessage(error));
    else toast.success(`${creator.name} is no longer muted`);
  };
  return (
    <li className={styles.person}>
      <Avatar src={creator.avatar} size={40} />
      <span className={styles.who}>
        <Link href={profilePath(creator)}>
          <strong>{creator.name}</strong>
        </Link>
        <span className={styles.quiet}>
          @{creator.username} · muted <RelativeTime iso={creator.mutedAt} inSentence />
        </span>
      </span>
      <Button busy={isLoading} onClick={() => void unmute()} aria-label={`Unmute ${creator.name}`}>
        Unmute
      </Button>
    </li>
  );
}

/** The creators whose posts and news the user doesn't want to see. Each can be unmuted at once. */
function MutedCreators() {
  const query = useList(listMutedCreators);
  return (
    <PagedRows
      caption="Muted creators"
      query={query}
      rowHeight={48}
      empty={
        <p className={styles.quiet}>
          You haven’t muted anyone. Mute a creator in the menu on their page or on one of their posts.
        </p>
      }
    >
      {(creators) => (
        <ul className={styles.people}>
          {creators.map((creator) => (
            <Creator key={creator._id} creator={creator} />
          ))}
        </ul>
      )}
    </PagedRows>
  );
}

export const MutedSection = () => (
  <SectionCard
    title="Muted creators"
    text="Their posts and updates don’t show up for you. Messages, subscriptions and payments stay as they are. They aren’t notified."
  >
    <MutedCreators />
  </SectionCard>
);
