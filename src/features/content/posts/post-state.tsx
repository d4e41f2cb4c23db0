import { useEffect, useEffectEvent } from 'react';
import type { FileView } from '#contract/core/schemas.ts';
import type { OwnPost } from '#contract/content/posts/posts.ts';
import { exactTime } from '#lib/format-time.ts';
import { problemMessage } from '#lib/problem.ts';
import { useFileStates } from '#components/base/files/use-file-states.ts';
import { retryFile } from '#services/base/files.ts';
import { useApi } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { toast } from '#ui/overlays/toast.ts';

const listFiles = ({ files, thumbnail, teaser }: OwnPost): FileView[] =>
  [...files, thumbnail, teaser].filter((file) => file !== null);

/** Refetches the post when one of its files has been processed. */
function useSettling(post: OwnPost, onChanged: () => void): void {
  const pending =
    post.state === 'processing'
      ? listFiles(post)
          .filter(({ state }) => state !== 'ready' && state !== 'failed')
          .map(({ _id }) => _id)
      : [];
  useFileStates(pending, {
    onView: ({ state }) => (state === 'ready' || state === 'failed' ? onChanged() : undefined),
  });
  // All files may be ready while the post's state isn't updated yet, so ask again shortly.
  const ask = useEffectEvent(onChanged);
  const isBehind = post.state === 'processing' && pending.length === 0;
  useEffect(() => {
    if (!isBehind) return undefined;
    const timer = setTimeout(() => ask(), 2_000);
    return () => clearTimeout(timer);
  }, [isBehind]);
}

function Failed({ post, onChanged }: { post: OwnPost; onChanged: () => void }) {
  const api = useApi();
  const failed = listFiles(post).filter(({ state }) => state === 'failed');
  const again = async () => {
    try {
      await Promise.all(failed.map(({ _id }) => retryFile(api, _id)));
    } catch (caught) {
      toast.error(problemMessage(caught));
    }
    onChanged();
  };
  return (
    <Notice
      tone="danger"
      title="Couldn’t publish this post"
      action={failed.length > 0 ? <Button onClick={() => void again()}>Try again</Button> : null}
    >
      {post.reason} Try again or replace the file.
    </Notice>
  );
}

/** Explains what a post that isn't simply published is waiting for. */
export function PostState({ post, onChanged }: { post: OwnPost; onChanged: () => void }) {
  useSettling(post, onChanged);
  if (post.state === 'failed') return <Failed post={post} onChanged={onChanged} />;
  if (post.state === 'processing')
    return (
      <Notice title="Processing files">
        Your post will be published automatically when they’re ready. You can leave this page.
      </Notice>
    );
  if (post.state === 'scheduled' && post.scheduledAt)
    return <Notice title="Scheduled">It will be published on {exactTime(post.scheduledAt)}.</Notice>;
  if (post.state === 'archived')
    return (
      <Notice title="This post is archived">
        Only you and people who bought it can see it. Restore it to put it back where it was.
      </Notice>
    );
  if (post.state === 'expired')
    return (
      <Notice tone="warning" title="This post has expired">
        Only you and people who bought it can see it. To publish it again, choose a later date or remove the
        expiration.
      </Notice>
    );
  return null;
}
