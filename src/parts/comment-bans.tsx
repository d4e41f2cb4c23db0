import { problemMessage } from '#lib/problem';
import { useListCommentBansInfiniteQuery, useUnbanCommenterMutation } from '#state/api-comments';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { RelativeTime } from '#ui/relative-time';
import { Row, Stack } from '#ui/stack';
import { EmptyState, ErrorState } from '#ui/states';
import { toast } from '#ui/toast';
import { VisuallyHidden } from '#ui/visually-hidden';
import { CommentBones } from './comment-bones.tsx';
import { endless } from './endless.tsx';
import { Person } from './person.tsx';

function People() {
  const { known, items, hasMore, loading, error, more } = endless(useListCommentBansInfiniteQuery({}));
  const [unban, unbanning] = useUnbanCommenterMutation();
  const again = async (id: string) => {
    const result = await unban(id);
    if (result.error) toast.error(problemMessage(result.error));
  };
  if (!known) return error ? <ErrorState compact level={3} text={error} onRetry={more} /> : <CommentBones />;
  if (items.length === 0)
    return (
      <EmptyState
        compact
        level={3}
        title="Everybody may comment"
        text="Stop somebody from the menu of their comment."
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
                since <RelativeTime iso={person.bannedAt} />
              </span>
            }
          />
          <Button disabled={unbanning.isLoading} onClick={() => void again(person._id)}>
            Let again<VisuallyHidden>: {person.name}</VisuallyHidden>
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

/** Whom a creator lets comment no more, and the way back. */
export const CommentBans = ({ onClose }: { onClose: () => void }) => (
  <Dialog open title="Who may not comment" onClose={onClose}>
    <People />
  </Dialog>
);
