import MessageSquareWarning from 'lucide-react/icons/message-square-warning';
import Link from 'next/link';
import { routes } from '#config/routes.ts';
import type { ObjectType } from '#contract/core/schemas.ts';
import type { Comment } from '#contract/content/comments.ts';
import { formatNumber } from '#lib/format.ts';
import { problemMessage } from '#lib/problem.ts';
import { Person } from '#components/people/accounts/person.tsx';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { LoadedList } from '#components/base/lists/loaded-list.tsx';
import { approveComment, deleteComment, listHeldComments } from '#services/content/comments.ts';
import { useList, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { LongText } from '#ui/content/rich-text.tsx';
import { Skeleton, SkeletonPerson, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader, Section } from '#ui/layout/page-header.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { HeldWordsForm } from './held-words-form.tsx';

const ListSkeleton = () => (
  <Skeleton label="Loading comments">
    <Card>
      <Stack>
        <SkeletonPerson size={40} />
        <SkeletonText lines={2} />
      </Stack>
    </Card>
  </Skeleton>
);

const pages: Partial<Record<ObjectType, readonly [page: (id: string) => string, name: string]>> = {
  feed: [routes.feed, 'your post'],
  video: [routes.video, 'your video'],
  gallery: [routes.gallery, 'your gallery'],
  product: [routes.product, 'your product'],
  auction: [routes.auction, 'your auction'],
};

function Where({ objectType, objectId }: Pick<Comment, 'objectType' | 'objectId'>) {
  const [page, name] = pages[objectType] ?? [];
  return page ? (
    <>
      on <Link href={page(objectId)}>{name}</Link>
    </>
  ) : (
    <>on your photo</>
  );
}

function Actions({ comment: { _id, author } }: { comment: Comment }) {
  const [approve, approving] = useWrite(approveComment);
  const [remove, removing] = useWrite(deleteComment);
  const act = async (change: PromiseLike<{ error?: unknown }>, done: string) => {
    const { error } = await change;
    if (error) toast.error(problemMessage(error));
    else toast.success(done);
  };
  const name = author?.name ?? '';
  return (
    <Row gap={12}>
      <Button
        variant="primary"
        busy={approving.isLoading}
        disabled={removing.isLoading}
        aria-label={`Approve the comment by ${name}`}
        onClick={() => void act(approve({ params: { id: _id } }), 'Comment approved')}
      >
        Approve
      </Button>
      <Button
        variant="quietDanger"
        busy={removing.isLoading}
        disabled={approving.isLoading}
        aria-label={`Delete the comment by ${name}`}
        onClick={() => void act(remove({ params: { id: _id } }), 'Comment deleted')}
      >
        Delete
      </Button>
    </Row>
  );
}

const HeldComment = ({ comment }: { comment: Comment }) => (
  <Card as="article" aria-label={`Comment by ${comment.author?.name ?? ''}`}>
    <Stack gap={12}>
      {comment.author ? (
        <Person
          person={comment.author}
          size={40}
          aside={
            <span>
              <Where {...comment} /> · <RelativeTime iso={comment.createdAt} />
            </span>
          }
        />
      ) : null}
      <LongText text={comment.text} />
      <Actions comment={comment} />
    </Stack>
  </Card>
);

function Waiting({ list }: { list: ReturnType<typeof toInfinitePages<Comment>> }) {
  return (
    <LoadedList
      list={list}
      firstSkeleton={<ListSkeleton />}
      skeleton={<ListSkeleton />}
      empty={
        <EmptyState
          icon={<MessageSquareWarning size={28} />}
          title="No comments to review"
          text="Comments with one of your words wait here until you approve or delete them."
        />
      }
      errorLevel={3}
      label="Comments to review"
    >
      {(comment) => <HeldComment comment={comment} />}
    </LoadedList>
  );
}

/** `/creator/comments`: comments that wait for the creator's review, and the words that hold them. */
export function HeldCommentsView() {
  const query = useList(listHeldComments);
  const total = query.data?.pages[0]?.total ?? 0;
  const list = toInfinitePages(query);
  return (
    <Stack gap={24}>
      <PageHead title="Comments" unlisted />
      <PageHeader
        title="Comments"
        text="Review comments before they appear. Until then, only the person who wrote one sees it, marked as waiting for you."
      />
      <Section title={total > 0 ? `Waiting for review (${formatNumber(total)})` : 'Waiting for review'}>
        <Waiting list={list} />
      </Section>
      {/* Once it is known how tall the queue is, so that nothing moves. */}
      {list.waiting ? null : (
        <SectionCard
          title="Filtered words"
          text="Comments on your content and messages in your stream chats with one of these words wait for your review."
        >
          <HeldWordsForm />
        </SectionCard>
      )}
    </Stack>
  );
}
