import { draftKey, readDraft, writeDraft } from '#components/media-items/draft-values.ts';
import type { RememberedUpload } from '#components/files/upload-items.ts';
import { emptyPost, type PostValues } from './post-values.ts';

/**
 * Everything of a post that was begun and not sent: its words, and its files by what the server calls them.
 */
export interface PostDraft {
  readonly values: PostValues;
  readonly files: readonly RememberedUpload[];
  readonly thumbnail: readonly RememberedUpload[];
  readonly teaser: readonly RememberedUpload[];
}
export const emptyDraft: PostDraft = { values: emptyPost, files: [], thumbnail: [], teaser: [] };

/** What this account wrote for a new post and didn't send; an empty post where the browser kept nothing. */
export function readPostDraft(accountId: string): PostDraft {
  const kept = readDraft<PostDraft>(draftKey('post', accountId));
  const values = { ...emptyPost, ...kept.values };
  return { ...emptyDraft, ...kept, values: { ...values, poll: { ...emptyPost.poll, ...values.poll } } };
}

/** Keeps an unsent post on this device; null forgets it. */
export const writePostDraft = (accountId: string, draft: PostDraft | null): void =>
  writeDraft(draftKey('post', accountId), draft);
