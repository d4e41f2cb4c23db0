import { useEffect } from 'react';
import type { Post } from '#contract/content/posts/posts.ts';
import { getPost } from '#services/content/posts/posts.ts';
import { useRead } from '#state/query/hooks.ts';

/**
 * Keeps the post on the page up to date, so that a purchase here or in another tab unlocks it at once.
 * Renders nothing.
 */
export function LivePost({ id, onPost }: { id: string; onPost: (post: Post) => void }) {
  const { data } = useRead(getPost, { params: { id } });
  useEffect(() => {
    if (data) onPost(data);
  }, [data, onPost]);
  return null;
}
