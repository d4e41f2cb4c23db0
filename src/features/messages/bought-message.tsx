import { routes } from '#config/routes';
import { exactTime } from '#lib/format-time';
import { problemMessage } from '#lib/problem';
import { PostMedia } from '#parts/post-media';
import { useGetMessageQuery } from '#state/api-messages';
import { ButtonLink } from '#ui/button-link';
import { RichText } from '#ui/rich-text';
import { BoneText, Skeleton } from '#ui/skeleton';
import { Stack } from '#ui/stack';
import { ErrorState } from '#ui/states';
import styles from './messages.module.css';

/** A message that was bought in a conversation that isn't there any more: what was paid for stays. */
export function BoughtMessage({ id }: { id: string }) {
  const { data: message, error, isFetching, refetch } = useGetMessageQuery(id);
  if (error && !message)
    return <ErrorState text={problemMessage(error)} onRetry={() => void refetch()} busy={isFetching} />;
  if (!message)
    return (
      <Skeleton label="Opening the message" className={styles.bones}>
        <BoneText lines={4} />
      </Skeleton>
    );
  return (
    <Stack className={styles.bought}>
      <h1 className={styles.title}>A message you bought</h1>
      <p className={styles.quiet}>
        Sent {exactTime(message.createdAt)}. The conversation isn’t there any more; what you bought stays
        yours.
      </p>
      <PostMedia files={message.files} thumbnail={null} teaser={null} priority />
      {message.text ? <RichText text={message.text} /> : null}
      <div>
        <ButtonLink href={routes.library}>Back to your library</ButtonLink>
      </div>
    </Stack>
  );
}
