import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Suggestion } from '#contract/across/search/explore.ts';
import { formatCount } from '#lib/format.ts';
import { problemMessage } from '#lib/problem.ts';
import { Person } from '#components/people/accounts/person.tsx';
import { FollowButton } from '#components/people/creators/follow-button.tsx';
import { suggestCreators } from '#services/across/search/explore.ts';
import { useRead } from '#state/query/hooks.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { SkeletonPerson, Skeleton } from '#ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { Card } from '#ui/layout/card.tsx';
import styles from './welcome.module.css';

/** "Ceramics · 1.2K followers": the interest, else the creator's first category. */
function formatReason({ interest, performer: { categories, counts } }: Suggestion): string {
  const followers = `${formatCount(counts.followers)} ${counts.followers === 1 ? 'follower' : 'followers'}`;
  return [interest ?? categories[0], followers].filter(Boolean).join(' · ');
}

/** Creators to follow, with reasons. The first response is kept, so that nobody vanishes who is being followed. */
export function SuggestedCreators() {
  const { data, error, isFetching, refetch } = useRead(suggestCreators);
  const [kept, setKept] = useState<readonly Suggestion[] | null>(null);
  if (data && kept === null && !isFetching) setKept(data.data);
  if (error && !isFetching)
    return <ErrorState compact text={problemMessage(error)} onRetry={() => void refetch()} />;
  if (!kept)
    return (
      <Skeleton label="Loading suggestions">
        <div className={styles.list}>
          {Array.from({ length: 6 }, (_, at) => (
            <SkeletonPerson key={at} />
          ))}
        </div>
      </Skeleton>
    );
  if (kept.length === 0)
    return (
      <EmptyState
        compact
        title="No suggestions right now"
        text="You already follow everyone we’d suggest."
        action={<ButtonLink href={routes.explore}>Explore creators</ButtonLink>}
      />
    );
  return (
    <ul className={styles.list}>
      {kept.map((suggestion) => (
        <li key={suggestion.performer._id}>
          <Card padding="tight" className={styles.row}>
            <Person
              person={suggestion.performer}
              aside={<span className={styles.reason}>{formatReason(suggestion)}</span>}
            />
            <FollowButton
              performer={suggestion.performer}
              isFollowed={suggestion.performer.isFollowed}
              isSubscribed={suggestion.performer.isSubscribed}
            />
          </Card>
        </li>
      ))}
    </ul>
  );
}
