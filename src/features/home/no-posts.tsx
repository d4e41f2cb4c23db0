import { routes } from '#config/routes';
import type { FeedType } from '#contract/feeds';
import { typeLabels } from '#parts/type-filter';
import { Button } from '#ui/button';
import { ButtonLink } from '#ui/button-link';
import { EmptyState, ErrorState } from '#ui/states';

export interface NoPostsProps {
  readonly type: FeedType | null;
  readonly onAll: () => void;
  /** They didn't load. */
  readonly error: string | null;
  readonly onRetry: () => void;
}

/** No posts to show: why, and the one thing to do. */
export function NoPosts({ type, onAll, error, onRetry }: NoPostsProps) {
  if (error) return <ErrorState text={error} onRetry={onRetry} />;
  if (type) {
    return (
      <EmptyState
        title={`No ${typeLabels[type].toLowerCase()} here`}
        text="None of the creators you follow has posted any yet."
        action={<Button onClick={onAll}>Show all posts</Button>}
      />
    );
  }
  return (
    <EmptyState
      title="Your home is empty"
      text="Posts of the creators you follow or subscribe to stand here, newest first."
      action={
        <ButtonLink variant="primary" href={routes.search}>
          Find creators
        </ButtonLink>
      }
    />
  );
}
