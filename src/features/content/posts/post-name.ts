import type { OwnPost } from '#contract/content/posts/posts.ts';
import { plainPost } from '#lib/markup/post-text.ts';
import { shortText } from '#lib/short-text.ts';

/** What a post is called in lists: the beginning of its text, its question, or its type. */
export const postName = ({
  text,
  type,
  poll,
}: Pick<OwnPost, 'text' | 'type'> & Partial<Pick<OwnPost, 'poll'>>): string => {
  const line = shortText((plainPost(text).trim() || poll?.question || '').split('\n')[0] ?? '', 48);
  return line || `${type[0]?.toUpperCase()}${type.slice(1)} post`;
};
