import { routes } from '#config/routes.ts';
import { exactTime } from '#lib/format-time.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { PostMedia } from '#components/content/posts/post-media.tsx';
import { getMessage } from '#services/talk/messages/messages.ts';
import { useRead } from '#state/query/hooks.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { RichText } from '#ui/content/rich-text.tsx';
import { SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import styles from './messages.module.css';

const skeleton = (
  <Skeleton label="Loading message" className={styles.skeleton}>
    <SkeletonText lines={4} />
  </Skeleton>
);

/** A purchased message whose conversation no longer exists. Buyers keep access. */
export function BoughtMessage({ id }: { id: string }) {
  const request = useRead(getMessage, { params: { id } });
  return (
    <LoadedView request={request} skeleton={skeleton} level={2}>
      {(message) => (
        <Stack className={styles.bought}>
          <h1 className={styles.title}>Purchased message</h1>
          <p className={styles.quiet}>
            Sent {exactTime(message.createdAt)}. The conversation is gone, but what you bought is yours to
            keep.
          </p>
          <PostMedia files={message.files} thumbnail={null} teaser={null} priority />
          {message.text ? <RichText text={message.text} /> : null}
          <div>
            <ButtonLink href={routes.library}>Back to library</ButtonLink>
          </div>
        </Stack>
      )}
    </LoadedView>
  );
}
