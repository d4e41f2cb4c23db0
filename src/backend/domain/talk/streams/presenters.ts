import { type SQL, and, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import type { Stream } from '#contract/talk/streams/streams.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { performers } from '../../../db/schema/creators.ts';
import { streamReminders, streamTips, streams } from '../../../db/schema/streams/streams.ts';
import { notFound } from '../../../kernel/errors.ts';
import { type Facts, loadAccessFacts, decideAccess, isShown } from '../../base/access/access.ts';
import { type CardRow, cardColumns, toPerformerCard } from '../../people/accounts/profile-cards.ts';
import { streamItem } from './stream-item.ts';
import { countViewers } from './public/audience.ts';
import { secondsUntil } from './public/ending.ts';
import { type StreamRow, isRunning } from './public/rows.ts';

/** A stream with everything its view needs from the database. */
export interface StreamRecord {
  readonly stream: StreamRow;
  readonly card: CardRow;
  readonly tipped: string;
  readonly isReminded: boolean;
  readonly hasReplay: boolean;
}

const columnsFor = (ctx: Ctx) => ({
  stream: getTableColumns(streams),
  card: cardColumns,
  tipped: sql<string>`(SELECT coalesce(sum(t.tokens), 0) FROM ${streamTips} t WHERE t.stream_id = ${streams.id} AND t.undone_at IS NULL)`,
  hasReplay: sql<boolean>`EXISTS (SELECT 1 FROM videos v WHERE v.id = ${streams.replayVideoId} AND v.state = 'published')`,
  isReminded: sql<boolean>`EXISTS (SELECT 1 FROM ${streamReminders} r WHERE r.stream_id = ${streams.id} AND r.account_id = ${ctx.viewer?.id ?? null}::uuid)`,
});

/** Public streams with their creators. A stream without its chat isn't complete yet, so it isn't shown. */
export const selectStreams = (ctx: Ctx, where: SQL | undefined) =>
  ctx.db
    .select(columnsFor(ctx))
    .from(streams)
    .innerJoin(accounts, eq(accounts.id, streams.performerId))
    .innerJoin(performers, eq(performers.accountId, streams.performerId))
    .where(and(isNotNull(streams.conversationId), where));

/** Nothing is sold while a stream is interrupted or after its end. */
function decideStreamAccess(facts: Facts, stream: StreamRow): Stream['access'] {
  const access = decideAccess(facts, streamItem(stream));
  const isSold = stream.state === 'scheduled' || stream.state === 'live';
  return isSold ? access : { ...access, routes: access.routes.filter(({ need }) => need !== 'purchase') };
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

interface Around {
  readonly facts: Facts;
  /** How many watch each stream that runs. */
  readonly viewers: Readonly<Record<string, number>>;
}

async function streamView(ctx: Ctx, record: StreamRecord, { facts, viewers: all }: Around): Promise<Stream> {
  const { stream, card, tipped, isReminded, hasReplay } = record;
  const time = now(ctx);
  const viewers = all[stream.id] ?? 0;
  const { streamGraceSeconds } = await ctx.settings.all();
  const { interruptedAt, tipGoal } = stream;
  return {
    _id: stream.id,
    performer: toPerformerCard(ctx, card),
    title: stream.title,
    audience: stream.audience,
    price: stream.price,
    includedInSubscription: stream.includedInSubscription,
    access: decideStreamAccess(facts, stream),
    state: stream.state,
    scheduledAt: iso(stream.scheduledAt),
    startedAt: iso(stream.startedAt),
    endedAt: iso(stream.endedAt),
    interruptedAt: iso(interruptedAt),
    resumesUntil: iso(interruptedAt && new Date(interruptedAt.getTime() + streamGraceSeconds * 1_000)),
    duration: secondsUntil(stream, time),
    viewers,
    peak: Math.max(stream.peak, viewers),
    tipGoal: tipGoal === null ? null : { tokens: tipGoal, text: stream.tipGoalText },
    tipped: Number(tipped),
    conversationId: stream.conversationId ?? '',
    replayVideoId: hasReplay || ctx.viewer?.id === stream.performerId ? stream.replayVideoId : null,
    isReminded,
    editedAt: stream.editedAt.toISOString(),
    createdAt: stream.createdAt.toISOString(),
    updatedAt: stream.updatedAt.toISOString(),
    serverTime: time.toISOString(),
  };
}

/** Streams as the viewer may see them, in the given order. */
export async function presentStreams(ctx: Ctx, records: readonly StreamRecord[]): Promise<Stream[]> {
  const facts = await loadAccessFacts(ctx, { items: records.map(({ stream }) => streamItem(stream)) });
  const running = records.filter(({ stream }) => isRunning(stream)).map(({ stream }) => stream.id);
  const viewers = await countViewers(ctx, running);
  return Promise.all(records.map((record) => streamView(ctx, record, { facts, viewers })));
}

/**
 * One stream as the viewer may see it. Its creator also sees a canceled one.
 * @throws AppError 404 when it doesn't exist for the viewer, whatever the reason.
 */
export async function viewStream(ctx: Ctx, id: string): Promise<Stream> {
  const [view] = await presentStreams(ctx, await selectStreams(ctx, eq(streams.id, id)));
  if (!view || !isShown(view)) throw notFound();
  return view;
}
