import { routes } from '#config/routes.ts';
import type { TimelineSource } from '#contract/content/posts/parts.ts';
import { typeLabels } from '#components/content/posts/type-filter.tsx';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { FirstSteps } from './first-steps.tsx';
import type { TimelineKey } from './home-tabs.ts';

export interface NoPostsProps extends TimelineKey {
  readonly onAll: () => void;
  /** Set if loading has failed. */
  readonly error: string | null;
  readonly onRetry: () => void;
}

interface Texts {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  /** Instead of `text`, while only one type is shown. */
  readonly ofType: string;
}
const texts: Readonly<Record<TimelineSource, Texts>> = {
  following: {
    title: 'Your feed is empty',
    text: 'Posts from creators you follow or subscribe to appear here, newest first.',
    action: 'Find creators',
    ofType: 'The creators you follow haven’t posted any yet.',
  },
  subscribed: {
    title: 'No posts from subscriptions yet',
    text: 'Posts from creators you subscribe to appear here, newest first.',
    action: 'Find creators',
    ofType: 'The creators you subscribe to haven’t posted any yet.',
  },
  discover: {
    title: 'Nothing new to discover',
    text: 'Public posts from trending creators you don’t follow yet appear here.',
    action: 'Explore creators',
    ofType: 'Trending creators you don’t follow haven’t posted any yet.',
  },
};

/** Shown if there are no posts: says why and offers one action. */
export function NoPosts({ tab, type, onAll, error, onRetry }: NoPostsProps) {
  if (error) return <ErrorState text={error} onRetry={onRetry} />;
  const { title, text, action, ofType } = texts[tab];
  if (type) {
    return (
      <EmptyState
        title={`No ${typeLabels[type].toLowerCase()} yet`}
        text={ofType}
        action={<Button onClick={onAll}>Show all posts</Button>}
      />
    );
  }
  return (
    <>
      {tab === 'following' ? <FirstSteps /> : null}
      <EmptyState
        title={title}
        text={text}
        action={<ButtonLink href={routes.explore}>{action}</ButtonLink>}
      />
    </>
  );
}
