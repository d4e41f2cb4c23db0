import { routes } from '#config/routes.ts';
import type { PostType } from '#contract/posts.ts';
import { typeLabels } from '#components/posts/type-filter.tsx';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';

export interface NoPostsProps {
  readonly type: PostType | null;
  readonly onAll: () => void;
  /** Set if loading has failed. */
  readonly error: string | null;
  readonly onRetry: () => void;
}

/** Shown if there are no posts: says why and offers one action. */
export function NoPosts({ type, onAll, error, onRetry }: NoPostsProps) {
  if (error) return <ErrorState text={error} onRetry={onRetry} />;
  if (type) {
    return (
      <EmptyState
        title={`No ${typeLabels[type].toLowerCase()} yet`}
        text="The creators you follow haven’t posted any yet."
        action={<Button onClick={onAll}>Show all posts</Button>}
      />
    );
  }
  return (
    <EmptyState
      title="Your feed is empty"
      text="Posts from creators you follow or subscribe to appear here, newest first."
      action={
        <ButtonLink variant="primary" href={routes.search}>
          Find creators
        </ButtonLink>
      }
    />
  );
}
