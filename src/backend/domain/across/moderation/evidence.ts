import { and, eq, isNull, or } from 'drizzle-orm';
import type { ReportTarget } from '#contract/across/reports.ts';
import { type Ctx, type UserCtx, signedIn } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { comments } from '../../../db/schema/community.ts';
import { performers } from '../../../db/schema/creators.ts';
import { messageFiles, messages } from '../../../db/schema/messages.ts';
import { invalid, notFound } from '../../../kernel/errors.ts';
import { type Item, loadAccessFacts, decideAccess } from '../../base/access/access.ts';
import { canMeet } from '../../base/access/block-rules.ts';
import { streamMessageFiles, streamMessages } from '../../../db/schema/streams/stream-chats.ts';
import { openConversation } from '../../talk/messages/conversation-members.ts';
import { openChat } from '../../talk/streams/chat/reach.ts';
import {
  type MediaKind,
  type MediaRow,
  selectMediaFiles,
  selectMediaItem,
  selectMessageFiles,
} from './evidence-query.ts';

/** The reported content at the time of the report: its owner and its whole row. */
export interface Evidence {
  readonly ownerId: string;
  readonly snapshot: Record<string, unknown>;
  /** Its files, which are kept as long as the report is. */
  readonly fileIds: readonly string[];
}

export async function loadMediaItem(ctx: Ctx, kind: MediaKind, id: string): Promise<MediaRow> {
  const row = await selectMediaItem(ctx.db, kind, id);
  if (!row) throw notFound();
  return row;
}

/**
 * A media item the viewer can see, locked or not.
 * @throws AppError 404
 */
async function work(ctx: Ctx, kind: MediaKind, id: string): Promise<Evidence> {
  const { owner_id: ownerId, is_published: isPublished, row, files } = await loadMediaItem(ctx, kind, id);
  // As a free public item, the rule only says whether it exists for this viewer.
  const item: Item = {
    kind,
    id,
    ownerId,
    audience: 'public',
    price: 0,
    includedInSubscription: false,
    isPublished,
    fileIds: [],
  };
  if (!decideAccess(await loadAccessFacts(ctx, { items: [item] }), item).allowed) throw notFound();
  return { ownerId, snapshot: { ...row, files }, fileIds: files };
}

async function account(ctx: Ctx, id: string): Promise<Evidence> {
  const shown = and(
    isNull(accounts.suspendedAt),
    or(eq(accounts.isPerformer, false), eq(performers.verified, 'approved')),
  );
  const { username, name, bio, avatar, cover, isPerformer } = accounts;
  const [row] = await ctx.db
    .select({ username, name, bio, avatar, cover, isPerformer })
    .from(accounts)
    .leftJoin(performers, eq(performers.accountId, accounts.id))
    .where(
      and(
        eq(accounts.id, id),
        ctx.viewer ? or(eq(accounts.id, ctx.viewer.id), shown) : shown,
        canMeet(ctx, accounts.id),
      ),
    );
  if (!row) throw notFound();
  return { ownerId: id, snapshot: row, fileIds: [] };
}

/** A comment on an item the viewer can see, by someone they can see. */
async function comment(ctx: Ctx, id: string): Promise<Evidence> {
  // One that is held exists for the creator who reviews it.
  const reviewable = or(
    isNull(comments.heldAt),
    ctx.viewer ? and(eq(comments.heldBy, 'creator'), eq(comments.ownerId, ctx.viewer.id)) : undefined,
  );
  const [row] = await ctx.db
    .select()
    .from(comments)
    .where(and(eq(comments.id, id), isNull(comments.deletedAt), reviewable, canMeet(ctx, comments.authorId)));
  if (!row) throw notFound();
  await work(ctx, row.objectType, row.objectId);
  return { ownerId: row.authorId, snapshot: row, fileIds: [] };
}

/** A message in a stream's chat that the viewer can read. */
async function chatMessage(ctx: UserCtx, id: string): Promise<Evidence> {
  const [row] = await ctx.db
    .select()
    .from(streamMessages)
    .where(and(eq(streamMessages.id, id), isNull(streamMessages.deletedAt)));
  if (!row) throw notFound();
  const { isModerator } = await openChat(ctx, { conversationId: row.conversationId });
  if (row.heldAt && !isModerator) throw notFound();
  const attached = await ctx.db
    .select({ fileId: streamMessageFiles.fileId })
    .from(streamMessageFiles)
    .where(eq(streamMessageFiles.messageId, id))
    .orderBy(streamMessageFiles.position);
  const fileIds = attached.map(({ fileId }) => fileId);
  return { ownerId: row.senderId, snapshot: { ...row, files: fileIds }, fileIds };
}

/** A message in one of the viewer's conversations, or in a stream's chat. */
async function message(ctx: UserCtx, id: string): Promise<Evidence> {
  const [row] = await ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.id, id), isNull(messages.deletedAt)));
  if (!row) return chatMessage(ctx, id);
  await openConversation(ctx, row.conversationId);
  const attached = await ctx.db
    .select({ fileId: messageFiles.fileId })
    .from(messageFiles)
    .where(eq(messageFiles.messageId, id))
    .orderBy(messageFiles.position);
  const fileIds = attached.map(({ fileId }) => fileId);
  return { ownerId: row.senderId, snapshot: { ...row, files: fileIds }, fileIds };
}

/**
 * Loads the reported content and a snapshot of it.
 * @throws AppError 404 when the viewer can't see it, 422 when it is their own.
 */
export async function loadEvidence(ctx: Ctx, type: ReportTarget, id: string): Promise<Evidence> {
  const finders: Partial<Record<ReportTarget, () => Promise<Evidence>>> = {
    account: () => account(ctx, id),
    comment: () => comment(ctx, id),
    message: () => message(signedIn(ctx), id),
  };
  const evidence = await (finders[type]?.() ?? work(ctx, type as MediaKind, id));
  if (evidence.ownerId === ctx.viewer?.id) throw invalid('targetId', 'You can’t report your own content.');
  return evidence;
}

/** The files of something, whoever may see it. */
export async function filesOfTarget(
  ctx: Ctx,
  type: Exclude<ReportTarget, 'account'>,
  id: string,
): Promise<string[]> {
  if (type === 'comment') return [];
  const rows = await (type === 'message'
    ? selectMessageFiles(ctx.db, id)
    : selectMediaFiles(ctx.db, type, id));
  return rows.map(({ file_id }) => file_id);
}
