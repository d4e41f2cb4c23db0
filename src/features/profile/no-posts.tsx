import { routes } from '#config/routes';
import type { Performer } from '#contract/performers';
import { typeLabels } from '#parts/type-filter';
import { Button } from '#ui/button';
import { ButtonLink } from '#ui/button-link';
import { EmptyState, ErrorState } from '#ui/states';
import type { PostsFilter } from './live-profile.tsx';

export interface NoPostsProps {
  readonly performer: Performer;
  /** It is the viewer's own profile. */
  readonly own: boolean;
  readonly filter: PostsFilter;
  readonly onAll: () => void;
  /** They didn't load. */
  readonly error: string | null;
  readonly onRetry: () => void;
}

const title = 'Nothing posted yet';

/** No posts to show: why, and the one thing to do. */
export function NoPosts({ performer, own, filter: { type, q }, onAll, error, onRetry }: NoPostsProps) {
  if (error) return <ErrorState compact text={error} onRetry={onRetry} />;
  if (q)
    return (
      <EmptyState
        compact
        title={`Nothing with “${q}”`}
        text="Posts you can’t open aren’t searched."
        action={<Button onClick={onAll}>Show all posts</Button>}
      />
    );
  if (type !== null)
    return (
      <EmptyState
        compact
        title={`No ${typeLabels[type].toLowerCase()} yet`}
        action={<Button onClick={onAll}>Show all posts</Button>}
      />
    );
  if (!own)
    return (
      <EmptyState
        compact
        title={title}
        text={`Follow ${performer.name} and the first post will be on your home page.`}
      />
    );
  if (!performer.isVerified)
    return <EmptyState compact title={title} text="You can post as soon as your profile is approved." />;
  return (
    <EmptyState
      compact
      title={title}
      text="Your first post shows people what they can expect."
      action={
        <ButtonLink variant="primary" href={routes.newFeed}>
          New post
        </ButtonLink>
      }
    />
  );
}
