import type { SharedKind } from '#contract/content/co-creators.ts';
import type { MediaItemState } from '#contract/core/schemas.ts';
import { inArray } from 'drizzle-orm';
import type { Ctx } from '../../../kernel/context.ts';
import { files } from '../../../db/schema/files.ts';
import { conflict } from '../../../kernel/errors.ts';

/** A video, gallery, or photo: content made of files by one or more creators. */
export interface MediaItem {
  readonly kind: SharedKind;
  readonly id: string;
}

/**
 * The processing state of an item's files: why one failed (null: none did), and whether any is still
 * processing.
 */
export interface FilesState {
  readonly failed: string | null;
  readonly waiting: boolean;
}

export async function loadFilesState(tx: Ctx, fileIds: readonly string[]): Promise<FilesState> {
  if (fileIds.length === 0) return { failed: null, waiting: false };
  const rows = await tx.db
    .select({ state: files.state, reason: files.reason })
    .from(files)
    .where(inArray(files.id, [...fileIds]));
  const failed = rows.find(({ state }) => state === 'failed');
  return {
    failed: failed ? (failed.reason ?? 'A file couldn’t be processed.') : null,
    waiting: rows.some(({ state }) => state !== 'ready' && state !== 'failed'),
  };
}

/** The state of an item that its creator wants published. */
export function publishingState(
  { scheduledAt }: { readonly scheduledAt: Date | null },
  { failed, waiting }: FilesState,
  time: Date,
): 'failed' | 'processing' | 'scheduled' | 'published' {
  if (failed !== null) return 'failed';
  if (waiting) return 'processing';
  return scheduledAt !== null && scheduledAt > time ? 'scheduled' : 'published';
}

/** States of items to be published that aren't yet. */
export const pendingStates: readonly MediaItemState[] = ['processing', 'waiting', 'scheduled', 'failed'];

/** What the creator requests: a draft, published (possibly later), or archived. */
export type Wanted = 'draft' | 'published' | 'archived';

/**
 * Refuses what can't be requested of an item that was once published, or never was.
 * @throws AppError 409
 */
export function refuseTransition(
  requested: Wanted | undefined,
  { isPublished, plural }: { readonly isPublished: boolean; readonly plural: 'items' | 'posts' },
): void {
  if (requested === 'draft' && isPublished)
    throw conflict(`Published ${plural} can’t become drafts again. Archive it instead.`);
  if (requested === 'archived' && !isPublished) throw conflict(`Only published ${plural} can be archived.`);
}

/**
 * The state a creator wants for an item, from its current state and the request.
 * @throws AppError 409
 */
export function resolveState(state: MediaItemState, asked: Wanted | undefined): Wanted {
  refuseTransition(asked, { isPublished: state === 'published' || state === 'archived', plural: 'items' });
  if (asked) return asked;
  return state === 'draft' || state === 'archived' ? state : 'published';
}
