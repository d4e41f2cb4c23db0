import { routes } from '#config/routes.ts';
import type { Performer } from '#contract/people/creators.ts';
import { typeLabels } from '#components/content/posts/type-filter.tsx';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import type { PostsFilter } from './posts-filter.ts';

export interface NoPostsProps {
  readonly performer: Performer;
  /** The viewer's own profile. */
  readonly own: boolean;
  readonly filter: PostsFilter;
  readonly onAll: () => void;
  /** Set if loading has failed. */
  readonly error: string | null;
  readonly onRetry: () => void;
}

const title = 'No posts yet';

/** Shown if there are no posts: says why and offers one action. */
export function NoPosts({ performer, own, filter: { type, q }, onAll, error, onRetry }: NoPostsProps) {
  if (error) return <ErrorState compact text={error} onRetry={onRetry} />;
  if (q)
    return (
      <EmptyState
        compact
        title={`No results for “${q}”`}
        text="Locked posts aren’t searched."
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
        text={`Follow ${performer.name} and their first post will appear on your home page.`}
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
        <ButtonLink variant="primary" href={routes.newPost}>
          New post
        </ButtonLink>
      }
    />
  );
}
