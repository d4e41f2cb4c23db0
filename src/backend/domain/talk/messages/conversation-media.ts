import { type SQL, and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { FileView } from '#contract/core/schemas.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import type { MediaKind } from '#contract/talk/messages/media.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import { cutPage } from '../../../kernel/keyset.ts';
import { messages } from '../../../db/schema/messages.ts';
import { openConversation } from './conversation-members.ts';
import { messageViews } from './presenters.ts';

const families: Record<Exclude<MediaKind, 'all'>, string> = {
  photo: 'image/',
  video: 'video/',
  voice: 'audio/',
};

function olderThan(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(cursor))
    throw invalid('cursor', 'This page link isn’t valid anymore. Start from the first page.');
  return lt(messages.seq, Number(cursor));
}

/** A message's type names one of its kinds only: videos may come with photos. */
const holds = (kind: Exclude<MediaKind, 'all'>): SQL =>
  sql`EXISTS (SELECT 1 FROM message_files mf JOIN files f ON f.id = mf.file_id WHERE mf.message_id = ${messages.id} AND f.mime LIKE ${`${families[kind]}%`})`;

const matchesKind =
  (kind: MediaKind) =>
  ({ mime }: FileView): boolean =>
    kind === 'all' || mime.startsWith(families[kind]);

/**
 * The messages of a conversation that have files, newest first, each with its files of the kind. Locked ones are
 * listed like in the thread, without anything that is sold. Deleted messages have no files.
 * @throws AppError 404 when the conversation isn't the viewer's, 422 for a cursor of another list.
 */
export async function listMedia(
  ctx: UserCtx,
  conversationId: string,
  { kind, limit, cursor }: ParsedInput<'GET /conversations/:id/media'>['query'],
): Promise<ReplySource<'GET /conversations/:id/media'>> {
  const { id } = await openConversation(ctx, conversationId);
  const found = await ctx.db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, id),
        inArray(messages.type, ['photo', 'video', 'voice']),
        isNull(messages.deletedAt),
        olderThan(cursor),
        kind === 'all' ? undefined : holds(kind),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(limit + 1);
  const { rows, nextCursor } = cutPage(found, limit, ({ seq }) => String(seq));
  const views = await messageViews(ctx, id, rows);
  return {
    data: views.map((view) => ({ ...view, files: view.files.filter(matchesKind(kind)) })),
    nextCursor,
  };
}
