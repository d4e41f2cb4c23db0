import { problemMessage } from '#lib/problem.ts';
import { listCommentBans, unbanCommenter } from '#services/content/comments.ts';
import { useList, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { CommentSkeleton } from './comment-skeleton.tsx';
import { toInfinitePages } from '../../base/lists/infinite-list.ts';
import { Person } from '../../people/accounts/person.tsx';

function People() {
  const { known, items, hasMore, loading, error, more } = toInfinitePages(useList(listCommentBans));
  const [unban, unbanning] = useWrite(unbanCommenter);
  const again = async (id: string) => {
    const result = await unban({ params: { id } });
    if (result.error) toast.error(problemMessage(result.error));
  };
  if (!known)
    return error ? <ErrorState compact level={3} text={error} onRetry={more} /> : <CommentSkeleton />;
  if (items.length === 0)
    return (
      <EmptyState
        compact
        level={3}
        title="No one is banned"
        text="To ban someone from commenting, open the menu on their comment."
      />
    );
  return (
    <Stack>
      {items.map((person) => (
        <Row key={person._id} justify="between" wrap={false}>
          <Person
            person={person}
            size={40}
            aside={
              <span>
                banned <RelativeTime iso={person.bannedAt} inSentence />
              </span>
            }
          />
          <Button disabled={unbanning.isLoading} onClick={() => void again(person._id)}>
            Unban<VisuallyHidden> {person.name}</VisuallyHidden>
          </Button>
        </Row>
      ))}
      {hasMore ? (
        <Button variant="quiet" block busy={loading} onClick={more}>
          Show more
        </Button>
      ) : null}
    </Stack>
  );
}

/** Lists the people whom a creator banned from commenting, and lets the creator unban them. */
export const CommentBans = ({ onClose }: { onClose: () => void }) => (
  <Dialog open title="Banned commenters" onClose={onClose}>
    <People />
  </Dialog>
);
