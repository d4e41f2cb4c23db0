import type { RememberedUpload } from '#parts/upload-items';
import { emptyPost, type PostValues } from './post-values.tsx';

/** Everything of a post that was begun and not sent: its words, and its files by what the server calls them. */
export interface PostDraft {
  readonly values: PostValues;
  readonly files: readonly RememberedUpload[];
  readonly thumbnail: readonly RememberedUpload[];
  readonly teaser: readonly RememberedUpload[];
}
export const emptyDraft: PostDraft = { values: emptyPost, files: [], thumbnail: [], teaser: [] };

const keyOf = (accountId: string): string => `draft:post:${accountId}`;

/** What this account wrote for a new post and didn't send; an empty post where the browser kept nothing. */
export function readPostDraft(accountId: string): PostDraft {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(accountId)) ?? '{}') as Partial<PostDraft>;
    const values = { ...emptyPost, ...kept.values };
    return { ...emptyDraft, ...kept, values: { ...values, poll: { ...emptyPost.poll, ...values.poll } } };
  } catch {
    return emptyDraft;
  }
}

/** Keeps an unsent post on this device; null forgets it. */
export function writePostDraft(accountId: string, draft: PostDraft | null): void {
  try {
    if (draft) localStorage.setItem(keyOf(accountId), JSON.stringify(draft));
    else localStorage.removeItem(keyOf(accountId));
  } catch {
    // A full or forbidden storage: the post is still in the editor.
  }
}
