import { routes } from '#config/routes.ts';
import { exactTime } from '#lib/format-time.ts';
import { problemMessage } from '#lib/problem.ts';
import { PostMedia } from '#components/posts/post-media.tsx';
import { useGetMessageQuery } from '#state/api/messages.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { RichText } from '#ui/content/rich-text.tsx';
import { SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import styles from './messages.module.css';

/** A message that was bought in a conversation that isn't there any more: what was paid for stays. */
export function BoughtMessage({ id }: { id: string }) {
  const { data: message, error, isFetching, refetch } = useGetMessageQuery(id);
  if (error && !message)
    return <ErrorState text={problemMessage(error)} onRetry={() => void refetch()} busy={isFetching} />;
  if (!message)
    return (
      <Skeleton label="Loading message" className={styles.bones}>
        <SkeletonText lines={4} />
      </Skeleton>
    );
  return (
    <Stack className={styles.bought}>
      <h1 className={styles.title}>Purchased message</h1>
      <p className={styles.quiet}>
        Sent {exactTime(message.createdAt)}. The conversation is gone, but what you bought is yours to keep.
      </p>
      <PostMedia files={message.files} thumbnail={null} teaser={null} priority />
      {message.text ? <RichText text={message.text} /> : null}
      <div>
        <ButtonLink href={routes.library}>Back to library</ButtonLink>
      </div>
    </Stack>
  );
}
