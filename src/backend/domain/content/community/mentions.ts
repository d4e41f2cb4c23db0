import { and, eq, inArray, isNull, notInArray } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import type { ObjectType } from '#contract/core/schemas.ts';
import { findMentions } from '#lib/markup/references.ts';
import { type Ctx, transaction } from '../../../kernel/context.ts';
import type { JobPayloads } from '../../../kernel/job-payloads.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { comments } from '../../../db/schema/community.ts';
import { lockAccess } from '../../base/access/block-rules.ts';
import { closedTo } from '../../base/access/last-seen.ts';
import { objectsOf } from '../media-items/objects.ts';
import { notify } from '../../people/notifications/notify.ts';
import { commentPath } from './comment-publishing.ts';

/** A text that mentions people, and where it is read. */
export interface MentionSource {
  readonly text: string;
  readonly actor: { readonly id: string; readonly name: string };
  readonly objectType: ObjectType;
  readonly objectId: string;
  readonly ownerId: string;
  readonly href: string | null;
  /** What they are told after the actor's name. */
  readonly said: string;
  /** One notification for each: people aren't told of a text again when it is edited. */
  readonly key: string;
  /** Those who are told of it in another way. */
  readonly except: readonly string[];
}

const accountColumns = {
  id: accounts.id,
  username: accounts.username,
  name: accounts.name,
  isPerformer: accounts.isPerformer,
};
type Account = Pick<typeof accounts.$inferSelect, keyof typeof accountColumns>;

/** Whether somebody can open the item and read it, wherever they were last seen. */
async function canRead(tx: Ctx, account: Account, about: MentionSource): Promise<boolean> {
  const closed = await closedTo(tx, account.id, [...new Set([about.ownerId, about.actor.id])]);
  if (closed.size > 0) return false;
  const asThem: Ctx = {
    ...tx,
    viewer: { ...account, sessionId: '', hasSpendCaps: false },
    // The places they were seen in have been compared.
    request: { ...tx.request, country: null, places: null },
  };
  const [object] = await objectsOf(asThem, about.objectType, [about.objectId]);
  return object !== undefined && object.isOpen && object.access.allowed;
}

/** Tells the people whom a text mentions, if they can read it there. */
export async function notifyMentioned(tx: Ctx, about: MentionSource): Promise<void> {
  const names = findMentions(about.text).slice(0, limits.mentionsPerText);
  if (names.length === 0) return;
  const mentioned = await tx.db
    .select(accountColumns)
    .from(accounts)
    .where(
      and(
        inArray(accounts.username, names),
        isNull(accounts.suspendedAt),
        notInArray(accounts.id, [about.actor.id, ...about.except]),
      ),
    )
    .orderBy(accounts.id);
  await lockAccess(tx, [about.actor.id, ...mentioned.map(({ id }) => id)]);
  for (const account of mentioned) {
    if (!(await canRead(tx, account, about))) continue;
    await notify(tx, {
      to: account.id,
      type: 'mention',
      actor: about.actor,
      text: `${about.actor.name} ${about.said}.`,
      href: about.href,
      group: { key: about.key },
      once: true,
    });
  }
}

/** The job: tells the people whom a comment mentions. Its creator and whom it replies to hear of it anyway. */
export function notifyMentionedInComment(
  ctx: Ctx,
  { commentId }: JobPayloads['comment-mentions'],
): Promise<void> {
  return transaction(ctx, async (tx) => {
    const [found] = await tx.db
      .select({ row: comments, name: accounts.name })
      .from(comments)
      .innerJoin(accounts, eq(accounts.id, comments.authorId))
      .where(
        and(
          eq(comments.id, commentId),
          isNull(comments.deletedAt),
          isNull(comments.heldAt),
          isNull(accounts.suspendedAt),
        ),
      );
    if (!found) return;
    const { row, name } = found;
    const [parent] = row.parentId
      ? await tx.db
          .select({ authorId: comments.authorId })
          .from(comments)
          .where(eq(comments.id, row.parentId))
      : [];
    await notifyMentioned(tx, {
      text: row.text,
      actor: { id: row.authorId, name },
      objectType: row.objectType,
      objectId: row.objectId,
      ownerId: row.ownerId,
      href: commentPath(row),
      said: 'mentioned you in a comment',
      key: `mention:comment:${row.id}`,
      except: [row.ownerId, ...(parent ? [parent.authorId] : [])],
    });
  });
}
