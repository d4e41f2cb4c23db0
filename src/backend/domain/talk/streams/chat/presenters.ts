import { and, eq, inArray } from 'drizzle-orm';
import type { StreamMessage } from '#contract/talk/streams/chat.ts';
import type { Ctx } from '../../../../kernel/context.ts';
import { accounts } from '../../../../db/schema/accounts.ts';
import { type streamMessages, streamModerators } from '../../../../db/schema/streams/stream-chats.ts';
import { subscribersAmong } from '../../../base/access/subscribers.ts';
import { avatarUrl } from '../../../people/accounts/profile-cards.ts';
import { fileView } from '../../../base/files/presenters.ts';
import { loadStreamMessageFiles } from './files.ts';

export type StreamMessageRow = typeof streamMessages.$inferSelect;

interface Sender {
  readonly name: string;
  readonly avatar: string;
  readonly role: StreamMessage['role'];
}

/** The senders of messages in a creator's chat, and their part in it. */
async function loadSenders(
  ctx: Ctx,
  performerId: string,
  rows: readonly StreamMessageRow[],
): Promise<Map<string, Sender>> {
  const ids = [...new Set(rows.map((row) => row.senderId))];
  if (ids.length === 0) return new Map();
  const found = await ctx.db
    .select({
      id: accounts.id,
      name: accounts.name,
      avatar: accounts.avatar,
      moderates: streamModerators.accountId,
    })
    .from(accounts)
    .leftJoin(
      streamModerators,
      and(eq(streamModerators.accountId, accounts.id), eq(streamModerators.performerId, performerId)),
    )
    .where(inArray(accounts.id, ids));
  const subscribers = await subscribersAmong(ctx, performerId, ids);
  const senderRole = (id: string, moderates: string | null): StreamMessage['role'] => {
    if (id === performerId) return 'creator';
    if (moderates) return 'moderator';
    return subscribers.has(id) ? 'subscriber' : 'viewer';
  };
  return new Map(
    found.map((row) => [
      row.id,
      { name: row.name, avatar: avatarUrl(row), role: senderRole(row.id, row.moderates) },
    ]),
  );
}

const gone: Sender = { name: '', avatar: '', role: 'viewer' };

/**
 * Messages of one chat. Files are signed for the context's viewer, or for nobody if `readsFiles` is false.
 * Messages of people in `hidden` look deleted.
 */
export async function streamMessageViews(
  ctx: Ctx,
  rows: readonly StreamMessageRow[],
  about: {
    readonly performerId: string;
    readonly readsFiles: boolean;
    readonly hidden?: ReadonlySet<string>;
  },
): Promise<StreamMessage[]> {
  const isSilent = (row: StreamMessageRow) =>
    row.deletedAt !== null || about.hidden?.has(row.senderId) === true;
  const said = rows.filter((row) => !isSilent(row));
  const senders = await loadSenders(ctx, about.performerId, rows);
  const files = await loadStreamMessageFiles(
    ctx,
    said.filter((row) => row.type === 'media').map((row) => row.id),
  );
  return rows.map((row) => {
    const sender = senders.get(row.senderId) ?? gone;
    const silent = isSilent(row);
    return {
      _id: row.id,
      conversationId: row.conversationId,
      senderId: row.senderId,
      senderName: sender.name,
      senderAvatar: sender.avatar,
      role: sender.role,
      clientId: row.clientId,
      seq: Math.max(0, row.seq),
      type: row.type,
      text: silent ? '' : row.text,
      files: (files.get(row.id) ?? []).map((file) => fileView(ctx, file, { readable: about.readsFiles })),
      tokens: silent ? null : row.tokens,
      isHeld: row.heldAt !== null,
      isDeleted: silent,
      createdAt: row.createdAt.toISOString(),
    };
  });
}
