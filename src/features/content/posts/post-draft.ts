import { draftKey, readDraft, writeDraft } from '#components/content/media-items/draft-values.ts';
import type { RememberedUpload } from '#components/base/files/upload-items.ts';
import type { SavedDraft } from './use-server-draft.ts';
import { emptyPost, type PostValues } from './post-values.ts';

/** An unsent post: its values and its uploaded files. */
export interface PostDraft {
  readonly values: PostValues;
  readonly files: readonly RememberedUpload[];
  readonly thumbnail: readonly RememberedUpload[];
  readonly teaser: readonly RememberedUpload[];
  /** The same draft on the server, as this device last saw it. */
  readonly saved?: SavedDraft | null;
}
export const emptyDraft: PostDraft = { values: emptyPost, files: [], thumbnail: [], teaser: [] };

/** Values that were kept, perhaps by an earlier version that knew fewer of them: those are as in `base`. */
export const completed = (stored: Partial<PostValues> | undefined, base: PostValues): PostValues => ({
  ...base,
  ...stored,
  poll: { ...base.poll, ...stored?.poll },
});

/** The account's draft of a new post on this device; one with `base` if there is none. */
export function readPostDraft(accountId: string, base: PostValues = emptyPost): PostDraft {
  const stored = readDraft<PostDraft>(draftKey('post', accountId));
  return { ...emptyDraft, ...stored, values: completed(stored.values, base) };
}

export const hasPostDraft = (accountId: string): boolean =>
  Object.keys(readDraft<PostDraft>(draftKey('post', accountId))).length > 0;

/** Saves the draft on this device; null removes it. */
export const writePostDraft = (accountId: string, draft: PostDraft | null): void =>
  writeDraft(draftKey('post', accountId), draft);
