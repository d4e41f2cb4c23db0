import { emptyPost, type PostValues } from './post-values.tsx';

const key = 'draft:post';

/** What was written for a new post and not published; an empty post where the browser kept nothing. */
export function readPostDraft(): PostValues {
  try {
    return { ...emptyPost, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<PostValues>) };
  } catch {
    return emptyPost;
  }
}

/** Keeps the words of an unpublished post on this device; null forgets them. */
export function writePostDraft(values: PostValues | null): void {
  try {
    if (values) localStorage.setItem(key, JSON.stringify(values));
    else localStorage.removeItem(key);
  } catch {
    // A full or forbidden storage: the words are still in the editor.
  }
}
