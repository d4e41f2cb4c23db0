import { and, desc, eq } from 'drizzle-orm';
import { formatTokens } from '#lib/format.ts';
import type { Ctx } from '../../kernel/context.ts';
import { files } from '../../db/schema/files.ts';
import { ledgerTransactions } from '../../db/schema/ledger.ts';
import {
  conversationMembers,
  conversations,
  messageFiles,
  messageReactions,
  messageTips,
  messages,
} from '../../db/schema/messages.ts';
import { voiceFileType } from '../../domain/talk/messages/voice.ts';
import type { Creator } from '../cast.ts';
import { photoId, saveClip } from '../gallery.ts';
import { type Past, before, minutes } from '../past.ts';
import type { SeedPictures } from '../pictures.ts';
import { demoId } from '../random.ts';
import { type Attached, type Said, type Talk, talks } from './talk-plans.ts';

type FileValues = typeof files.$inferInsert;

/** All photos of a creator in the order of their posts. */
const listDrawings = (creator: Creator): string[] =>
  creator.posts.flatMap((post, at) => (post.photos ?? []).map((_, index) => photoId(creator, at, index)));

const talkId = ({ fan, creator }: Pick<Talk, 'fan' | 'creator'>): string =>
  demoId(`talk ${fan.username} ${creator.username}`);
const messageId = (talk: Talk, index: number): string => demoId(`message ${talkId(talk)} ${index}`);
const voiceId = (talk: Talk, index: number): string => demoId(`voice ${messageId(talk, index)}`);

/** Stores the recordings of voice messages and returns their rows. Doesn't need the database. */
export async function fillVoices(ctx: Ctx, pictures: SeedPictures): Promise<FileValues[]> {
  const all = talks.flatMap((talk) =>
    talk.lines.flatMap(([who, , , attached], index) =>
      attached && 'voice' in attached
        ? [{ id: voiceId(talk, index), owner: talk[who], name: attached.voice, isTeaser: false }]
        : [],
    ),
  );
  return Promise.all(
    all.map(async (clip) => ({ ...(await saveClip(ctx, pictures, clip)), type: voiceFileType })),
  );
}

/** The files of a line. */
function pickFiles(talk: Talk, index: number): string[] {
  const attached = talk.lines[index]?.[3];
  if (!attached || 'tip' in attached) return [];
  if ('voice' in attached) return [voiceId(talk, index)];
  const drawings = listDrawings(talk.creator);
  return attached.shown.flatMap((at) => drawings[at] ?? []);
}

/** Ties a line to the tip that its fan gave. */
async function showTip(
  ctx: Ctx,
  id: string,
  { fan, creator, ...said }: Pick<Talk, 'fan' | 'creator'> & { tokens: number; note: string },
): Promise<void> {
  const [tip] = await ctx.db
    .select({ transactionId: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(
      and(
        eq(ledgerTransactions.subject, 'tip'),
        eq(ledgerTransactions.actorId, fan.id),
        eq(ledgerTransactions.performerId, creator.id),
      ),
    )
    .orderBy(desc(ledgerTransactions.createdAt))
    .limit(1);
  if (!tip) throw new Error(`${fan.name} never tipped ${creator.name}`);
  await ctx.db.insert(messageTips).values({ messageId: id, ...said, ...tip });
}

function toContent(text: string, attached: Attached | undefined) {
  if (!attached) return { type: 'text' as const, text, price: 0 };
  if ('voice' in attached) return { type: 'voice' as const, text, price: 0 };
  if ('tip' in attached)
    return { type: 'tip' as const, text: `Tipped ${formatTokens(attached.tip)}: ${text}`, price: 0 };
  return { type: 'photo' as const, text, price: attached.price ?? 0 };
}

/** What happened to a line after it was sent. */
const toChanges = (
  { reaction, isEdited = false, replyTo }: Said = {},
  { conversationId, index, edited }: { conversationId: string; index: number; edited: Date },
) => ({
  change: reaction || isEdited ? index + 1 : 0,
  editedAt: isEdited ? edited : null,
  replyToId: replyTo === undefined ? null : demoId(`message ${conversationId} ${replyTo}`),
});

function toRows(talk: Talk, today: Date) {
  const { fan, creator, lines, said = {} } = talk;
  const conversationId = talkId(talk);
  return lines.map(([who, ago, text, attached], index) => ({
    id: messageId(talk, index),
    conversationId,
    senderId: who === 'fan' ? fan.id : creator.id,
    recipientId: who === 'fan' ? creator.id : fan.id,
    seq: index + 1,
    createdAt: before(today, minutes(ago)),
    ...toContent(text, attached),
    ...toChanges(said[index], { conversationId, index, edited: before(today, minutes(ago - 1)) }),
  }));
}
type Row = ReturnType<typeof toRows>[number];

async function insertConversation(
  ctx: Ctx,
  { fan, creator, unread, organized }: Talk,
  { rows, last }: { rows: readonly Row[]; last: Row },
): Promise<void> {
  const { conversationId } = last;
  const begun = rows[0]?.createdAt ?? last.createdAt;
  await ctx.db.insert(conversations).values({
    id: conversationId,
    type: 'private',
    pairKey: [fan.id, creator.id].toSorted().join(':'),
    lastSeq: last.seq,
    lastChange: last.seq,
    lastMessageId: last.id,
    lastMessageAt: last.createdAt,
    createdAt: begun,
    updatedAt: last.createdAt,
  });
  const member = (accountId: string, otherId: string) => {
    const waiting = accountId === last.senderId ? 0 : unread;
    const wroteAt = rows.findLast((row) => row.senderId === accountId)?.createdAt ?? null;
    return {
      conversationId,
      accountId,
      otherId,
      unread: waiting,
      readSeq: last.seq - waiting,
      readAt: begun,
      wroteAt,
      lastMessageAt: last.createdAt,
    };
  };
  await ctx.db.insert(conversationMembers).values([
    member(fan.id, creator.id),
    {
      ...member(creator.id, fan.id),
      isPinned: organized === 'pinned',
      isMuted: organized === 'muted',
      folder: organized === 'archived' ? ('archived' as const) : ('inbox' as const),
    },
  ]);
}

/** Reactions, files and tips. */
async function insertParts(ctx: Ctx, talk: Talk, rows: readonly Row[]): Promise<void> {
  const { fan, creator, lines, said = {} } = talk;
  const reactions = rows.flatMap(({ id, senderId, createdAt }, index) => {
    const emoji = said[index]?.reaction;
    const accountId = senderId === fan.id ? creator.id : fan.id;
    return emoji ? [{ messageId: id, accountId, emoji, createdAt }] : [];
  });
  if (reactions.length > 0) await ctx.db.insert(messageReactions).values(reactions);
  const attached = rows.flatMap(({ id }, index) =>
    pickFiles(talk, index).map((fileId, position) => ({ messageId: id, fileId, position })),
  );
  if (attached.length > 0) await ctx.db.insert(messageFiles).values(attached);
  for (const [index, [, , note, part]] of lines.entries())
    if (part && 'tip' in part)
      await showTip(ctx, messageId(talk, index), { fan, creator, tokens: part.tip, note });
}

/** Inserts the conversations, with the rows of their recordings. */
export async function emitToConversations(
  ctx: Ctx,
  { today }: Past,
  voices: readonly FileValues[],
): Promise<void> {
  await ctx.db.insert(files).values([...voices]);
  for (const talk of talks) {
    const rows = toRows(talk, today);
    const last = rows.at(-1);
    if (!last) continue;
    await insertConversation(ctx, talk, { rows, last });
    await ctx.db.insert(messages).values(rows);
    await insertParts(ctx, talk, rows);
  }
}
