import { asc, and, eq, isNull } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import { transaction } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { comments } from '../../../db/schema/community.ts';
import { AppError } from '../../../kernel/errors.ts';
import { findHeld, notifyOfReview, release } from '../../content/community/comment-holding.ts';
import { removeComment } from '../../content/community/comment-mutations.ts';
import type { CommentRecord } from '../../content/community/comment-publishing.ts';
import { lockObject } from '../../content/media-items/objects.ts';
import { changeSiteWords, listHeldWords } from '../../people/held-words.ts';
import { type OperatorCtx, audit } from './audit.ts';

const { heldWordLength } = limits.stream;

/** The words that the site holds. */
export const listSiteWords = (ctx: OperatorCtx): Promise<string[]> => listHeldWords(ctx, null);

function checked(words: readonly string[]): string[] {
  const trimmed = words.map((word) => word.trim().toLowerCase());
  if (trimmed.some((word) => word === '' || word.length > heldWordLength))
    throw new AppError(422, 'invalid_input', `A word or phrase has 1 to ${heldWordLength} characters.`);
  return trimmed;
}

/** The command line asks for no reason, the desk does. */
const auditFacts = (words: readonly string[], reason: string | undefined) => ({
  words,
  ...(reason !== undefined && { reason }),
});

/** @throws AppError 422 for an empty or long word, or too many. */
export async function addSiteWords(
  ctx: OperatorCtx,
  words: readonly string[],
  reason?: string,
): Promise<string[]> {
  const added = checked(words);
  return transaction(ctx, async (tx) => {
    const all = await changeSiteWords(tx, (before) => [...before, ...added]);
    if (all.length > limits.siteHeldWords)
      throw new AppError(422, 'invalid_input', `The list can have up to ${limits.siteHeldWords} words.`);
    await audit(tx, { action: 'words.added', subject: 'site', facts: auditFacts(added, reason) });
    return all;
  });
}

/** @throws AppError 404 for a word that isn't in the list. */
export async function removeSiteWords(
  ctx: OperatorCtx,
  words: readonly string[],
  reason?: string,
): Promise<string[]> {
  const removed = checked(words);
  return transaction(ctx, async (tx) => {
    const all = await changeSiteWords(tx, (before) => {
      const missing = removed.find((word) => !before.includes(word));
      if (missing !== undefined) throw new AppError(404, 'not_found', `“${missing}” isn’t in the list.`);
      return before.filter((word) => !removed.includes(word));
    });
    await audit(tx, { action: 'words.removed', subject: 'site', facts: auditFacts(removed, reason) });
    return all;
  });
}

export interface HeldComment {
  readonly id: string;
  readonly since: Date | null;
  readonly author: string | null;
  readonly text: string;
}

/** Comments that wait because of the site's words, the longest waiting first. */
export const listHeldComments = (ctx: OperatorCtx, limit: number): Promise<HeldComment[]> =>
  ctx.db
    .select({ id: comments.id, since: comments.heldAt, author: accounts.username, text: comments.text })
    .from(comments)
    .innerJoin(accounts, eq(accounts.id, comments.authorId))
    .where(and(eq(comments.heldBy, 'site'), isNull(comments.deletedAt)))
    .orderBy(asc(comments.heldAt), asc(comments.id))
    .limit(limit);

async function heldComment(tx: OperatorCtx, id: string): Promise<CommentRecord> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
  const row = isId ? await findHeld(tx, id, 'site') : null;
  if (!row) throw new AppError(404, 'not_found', `No comment ${id} is waiting for a review.`);
  return row;
}

/**
 * Shows or deletes a comment that waited because of the site's words, and tells its author.
 * @throws AppError 404 when it doesn't wait, 409 when what it replies to was deleted.
 */
export function reviewComment(
  ctx: OperatorCtx,
  id: string,
  { outcome, reason }: { readonly outcome: 'approved' | 'deleted'; readonly reason: string },
): Promise<void> {
  return transaction(ctx, async (tx) => {
    const found = await heldComment(tx, id);
    await lockObject(tx, { objectType: found.objectType, id: found.objectId });
    const row = await heldComment(tx, id);
    if (outcome === 'approved') await release(tx, id);
    else {
      await removeComment(tx, row);
      await notifyOfReview(tx, row, 'deleted');
    }
    await audit(tx, {
      action: `comment.${outcome}`,
      subject: id,
      facts: { author: row.authorId, text: row.text, reason },
    });
  });
}
