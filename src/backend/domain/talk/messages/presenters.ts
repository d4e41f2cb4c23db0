import { eq } from 'drizzle-orm';
import type { Message } from '#contract/talk/messages/messages.ts';
import { summarizeFiles } from '#lib/media-summary.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { conversationMembers } from '../../../db/schema/messages.ts';
import { type Facts, readsFile } from '../../base/access/access.ts';
import { fileView } from '../../base/files/presenters.ts';
import { type Linked, linkedTo } from './linked.ts';
import { type Attached, type MessageRow, accessTo, attachedTo } from './files.ts';

export type { MessageRow } from './files.ts';
/** How far a member has read, and when they last did. */
interface ReadMark {
  readonly accountId: string;
  readonly readSeq: number;
  readonly readAt: Date | null;
}

const nothing: Attached = { files: new Map(), sold: new Set(), facts: null };

/** What a message's view needs in addition to its row. */
interface Around {
  readonly receiver: ReadMark | undefined;
  readonly attached: Attached;
  readonly linked: Linked;
  readonly editMinutes: number;
}

const loadEditMinutes = async (ctx: UserCtx): Promise<number> =>
  (await ctx.settings.all()).messageEditMinutes;

/** The files of a free message are readable. In a paid one, so are files the viewer bought elsewhere. */
const reads = (facts: Facts | null, access: Message['access'], fileId: string): boolean =>
  facts ? readsFile(facts, access, fileId) : access.allowed;

const minutesAfter = (time: Date, minutes: number): string =>
  new Date(time.getTime() + minutes * 60_000).toISOString();

const silent = { text: '', tip: null, replyTo: null, reactions: [], editedAt: null, editableUntil: null };

/** The text of a message that isn't deleted, with its tip, quote, reactions, and edit times. */
const toContent = (row: MessageRow, { quotes, reactions, tips }: Linked, editMinutes: number) => ({
  text: row.text,
  tip: tips.get(row.id) ?? null,
  replyTo: (row.replyToId ? quotes.get(row.replyToId) : undefined) ?? null,
  reactions: reactions.get(row.id) ?? [],
  editedAt: row.editedAt?.toISOString() ?? null,
  editableUntil: row.type === 'tip' ? null : minutesAfter(row.createdAt, editMinutes),
});

/** A message as the viewer sees it. A deleted one becomes an empty placeholder, because `seq` has no gaps. */
function toMessage(
  ctx: UserCtx,
  row: MessageRow,
  { receiver, attached, linked, editMinutes }: Around,
): Message {
  const isRead = receiver !== undefined && row.seq <= receiver.readSeq;
  const access = accessTo(ctx, row, attached);
  // Whoever bought a message that an operator removed keeps it.
  const isDeleted = row.deletedAt !== null && access.reason !== 'purchased';
  const shown = isDeleted ? [] : (attached.files.get(row.id) ?? []);
  return {
    _id: row.id,
    conversationId: row.conversationId,
    senderId: row.senderId,
    clientId: row.clientId,
    seq: row.seq,
    type: row.type,
    files: shown.map((file) =>
      fileView(ctx, file, {
        readable: reads(row.price > 0 ? attached.facts : null, access, file.id),
        by: access.allowed ? access.reason : 'purchased',
      }),
    ),
    media: summarizeFiles(shown),
    price: row.price,
    access,
    isBought: attached.sold.has(row.id),
    source: row.source,
    readAt: isRead ? (receiver.readAt?.toISOString() ?? null) : null,
    ...(isDeleted ? silent : toContent(row, linked, editMinutes)),
    change: row.change,
    isDeleted,
    createdAt: row.createdAt.toISOString(),
  };
}

/** A message just written, as a member sees it: unread by the recipient. */
export async function freshView(ctx: UserCtx, row: MessageRow): Promise<Message> {
  return toMessage(ctx, row, {
    receiver: undefined,
    attached: row.type === 'text' ? nothing : await attachedTo(ctx, [row]),
    linked: await linkedTo(ctx, [row]),
    editMinutes: await loadEditMinutes(ctx),
  });
}

/** Messages of one conversation, each with the time its recipient read it. */
export async function messageViews(
  ctx: UserCtx,
  conversationId: string,
  rows: readonly MessageRow[],
): Promise<Message[]> {
  if (rows.length === 0) return [];
  const marks: ReadMark[] = await ctx.db
    .select({
      accountId: conversationMembers.accountId,
      readSeq: conversationMembers.readSeq,
      readAt: conversationMembers.readAt,
    })
    .from(conversationMembers)
    .where(eq(conversationMembers.conversationId, conversationId));
  const attached = await attachedTo(ctx, rows);
  const linked = await linkedTo(ctx, rows);
  const editMinutes = await loadEditMinutes(ctx);
  return rows.map((row) => {
    const receiver = marks.find((mark) => mark.accountId !== row.senderId);
    return toMessage(ctx, row, { receiver, attached, linked, editMinutes });
  });
}

/** One message, with the time it was read. */
export async function messageView(ctx: UserCtx, row: MessageRow): Promise<Message> {
  const [view] = await messageViews(ctx, row.conversationId, [row]);
  if (!view) throw new Error('one message makes one view');
  return view;
}
