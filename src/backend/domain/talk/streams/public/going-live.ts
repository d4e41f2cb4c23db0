import { and, eq, inArray } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import type { ParsedInput, ReplySource } from '#contract/core/registry.ts';
import { sqlState } from '../../../../db/db.ts';
import { privateStreams } from '../../../../db/schema/streams/private-streams.ts';
import { streamChats } from '../../../../db/schema/streams/stream-chats.ts';
import { streams } from '../../../../db/schema/streams/streams.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../../kernel/context.ts';
import { AppError, conflict, invalid } from '../../../../kernel/errors.ts';
import { rooms } from '../../../../kernel/hub.ts';
import { endRest, enqueue } from '../../../../kernel/job-queue.ts';
import { markLive } from '../../../people/accounts/live-mark.ts';
import { refuseUnapprovedViewer } from '../../../people/accounts/approval/refuse-unapproved.ts';
import { wordList } from '../../../people/held-words.ts';
import { createStreamChat } from '../chat/creating.ts';
import { viewStream } from '../presenters.ts';
import { runningStates as privateRunningStates } from '../private/rows.ts';
import { type StreamRow, changeStream, lockOwnStream, runningStates, emitToPages, transportForAnother, requireTransport } from './rows.ts';
import { lockSettings } from './settings.ts';
import { admit } from './watching.ts';

type Wish = ParsedInput<'POST /streaming/live'>['body'];
type Begun = ReplySource<'POST /streaming/live'>;

const DAY_MS = 86_400_000;
/** As many as anyone plans ahead. */
const MOST_ANNOUNCED = 20;
const alreadyLive = () => conflict('You’re already live in another tab or on another device.');

/**
 * When an announced stream is to begin.
 * @throws AppError 422 for a time in the past, or too far ahead.
 */
export function parseStart(ctx: Ctx, given: string): Date {
  const at = new Date(given);
  const ahead = at.getTime() - now(ctx).getTime();
  if (ahead <= 0) throw invalid('scheduledAt', 'Choose a time in the future.');
  if (ahead > limits.stream.startsWithinDays * DAY_MS)
    throw invalid('scheduledAt', `Choose a time within ${limits.stream.startsWithinDays} days.`);
  return at;
}

interface StreamTerms {
  readonly stream: Pick<
    StreamRow,
    'audience' | 'price' | 'includedInSubscription' | 'replay' | 'tipGoal' | 'tipGoalText'
  >;
  readonly chat: Pick<typeof streamChats.$inferSelect, 'audience' | 'slowSeconds' | 'heldWords'>;
}

/** The terms of a stream: what was asked for, and what was saved for the rest. */
function completeTerms(wish: Wish, { stream, chat }: StreamTerms): StreamTerms & { title: string } {
  const { tipGoal: goal } = wish;
  return {
    title: wish.title,
    stream: {
      audience: wish.audience ?? stream.audience,
      price: wish.price ?? stream.price,
      includedInSubscription: wish.includedInSubscription ?? stream.includedInSubscription,
      replay: wish.replay ?? stream.replay,
      tipGoal: goal === undefined ? stream.tipGoal : (goal?.tokens ?? null),
      tipGoalText: goal === undefined ? stream.tipGoalText : (goal?.text ?? ''),
    },
    chat: {
      audience: wish.chatAudience ?? chat.audience,
      slowSeconds: wish.slowSeconds ?? chat.slowSeconds,
      heldWords: wish.heldWords === undefined ? chat.heldWords : wordList(wish.heldWords),
    },
  };
}

/** The terms of a new stream. */
async function newTerms(tx: UserCtx, wish: Wish) {
  const saved = await lockSettings(tx);
  const { audience, price, includedInSubscription, replay, chatAudience, slowSeconds, heldWords } = saved;
  return completeTerms(wish, {
    stream: { audience, price, includedInSubscription, replay, tipGoal: null, tipGoalText: '' },
    chat: { audience: chatAudience, slowSeconds, heldWords },
  });
}

const ofViewer = (tx: UserCtx, states: readonly StreamRow['state'][]) =>
  and(eq(streams.performerId, tx.viewer.id), inArray(streams.state, [...states]));

/** @throws AppError 409 while the creator is in another stream. */
async function mustBeFree(tx: UserCtx): Promise<void> {
  if ((await tx.db.$count(streams, ofViewer(tx, runningStates))) > 0) throw alreadyLive();
  const calls = and(
    eq(privateStreams.performerId, tx.viewer.id),
    inArray(privateStreams.state, [...privateRunningStates]),
  );
  if ((await tx.db.$count(privateStreams, calls)) > 0) throw conflict('End your private stream first.');
}

async function write(tx: UserCtx, wish: Wish, row: Pick<StreamRow, 'id' | 'state' | 'scheduledAt' | 'startedAt'>) {
  const { title, stream, chat } = await newTerms(tx, wish);
  const { audience: chatAudience, slowSeconds, heldWords } = chat;
  const performerId = tx.viewer.id;
  const conversationId = await createStreamChat(tx, {
    performerId,
    streamId: row.id,
    type: 'public_stream',
    rules: { chatAudience, slowSeconds, heldWords },
  });
  const time = now(tx);
  await tx.db
    .insert(streams)
    .values({
      ...row,
      title,
      ...stream,
      performerId,
      conversationId,
      editedAt: time,
      createdAt: time,
      updatedAt: time,
    });
  return { id: row.id, replay: stream.replay };
}

/** Announces a stream for later. @throws AppError 409, 422. */
async function announce(tx: UserCtx, wish: Wish, scheduledAt: Date): Promise<string> {
  if (wish.streamId !== undefined) throw invalid('streamId', 'This stream is announced already.');
  if ((await tx.db.$count(streams, ofViewer(tx, ['scheduled']))) >= MOST_ANNOUNCED)
    throw conflict(`You can announce up to ${MOST_ANNOUNCED} streams. Cancel one first.`);
  const id = tx.ports.ids();
  await write(tx, wish, { id, state: 'scheduled', scheduledAt, startedAt: null });
  await enqueue(tx, { kind: 'stream-announce', payload: { streamId: id, what: 'announced', after: null } });
  tx.emit(rooms.account(tx.viewer.id), 'stream/changed', { streamId: id });
  return id;
}

/** Begins a stream that was announced, with what was changed just now. @throws AppError 404, 409. */
async function beginAnnounced(tx: UserCtx, wish: Wish, streamId: string) {
  const row = await lockOwnStream(tx, streamId);
  if (row.state !== 'scheduled') throw conflict('This stream has already begun or was canceled.');
  const ofStream = eq(streamChats.streamId, row.id);
  const [saved] = await tx.db.select().from(streamChats).where(ofStream);
  if (!saved) throw new Error('the stream has no chat');
  const { title, stream, chat } = completeTerms(wish, { stream: row, chat: saved });
  await tx.db
    .update(streamChats)
    .set({ ...chat, updatedAt: now(tx) })
    .where(ofStream);
  const time = now(tx);
  await changeStream(tx, row.id, { title, ...stream, state: 'live', startedAt: time, editedAt: time });
  return { id: row.id, replay: stream.replay };
}

async function begin(tx: UserCtx, wish: Wish, newId: string) {
  await mustBeFree(tx);
  const begun =
    wish.streamId === undefined
      ? await write(tx, wish, { id: newId, state: 'live', scheduledAt: null, startedAt: now(tx) })
      : await beginAnnounced(tx, wish, wish.streamId);
  const { id } = begun;
  // Last, because what is refused for another reason needs no room.
  await transportForAnother(tx);
  await markLive(tx, tx.viewer.id, true);
  await enqueue(tx, { kind: 'stream-announce', payload: { streamId: id, what: 'live', after: null } });
  await endRest(tx, 'streams-due', 10);
  const payload = { streamId: id, performerId: tx.viewer.id };
  emitToPages(tx, { id, performerId: tx.viewer.id }, { event: 'stream/started', payload });
  return begun;
}

/** Continues a running stream here: whatever sends it now is cut off. @throws AppError 409 when it is over. */
async function takeOver(ctx: UserCtx): Promise<Begun> {
  const row = await transaction(ctx, async (tx) => {
    const [open] = await tx.db.select().from(streams).where(ofViewer(tx, runningStates)).for('no key update');
    if (!open) throw conflict('That stream has ended. Go live again to begin a new one.');
    const hostTurn = open.hostTurn + 1;
    tx.emit(rooms.account(tx.viewer.id), 'stream/taken-over', { streamId: open.id, turn: hostTurn });
    return changeStream(tx, open.id, { hostTurn });
  });
  await requireTransport(ctx).eject(row.id, row.performerId);
  return { grant: await admit(ctx, row, 'host'), stream: await viewStream(ctx, row.id) };
}

/**
 * Goes live, announces a stream, or continues one that runs elsewhere.
 * @throws AppError 403 before the profile is approved, 404, 409 while the creator is in another stream, 422, 503.
 */
export async function goLive(ctx: UserCtx, wish: Wish): Promise<Begun> {
  requireTransport(ctx);
  await refuseUnapprovedViewer(ctx);
  if (wish.takeOver) return takeOver(ctx);
  if (wish.scheduledAt !== null) {
    const at = parseStart(ctx, wish.scheduledAt);
    const id = await transaction(ctx, (tx) => announce(tx, wish, at));
    return { stream: await viewStream(ctx, id), grant: null };
  }
  // The media is opened only for a stream that was begun here: an id in the request may be anybody's.
  const begun = await transaction(ctx, (tx) => begin(tx, wish, tx.ports.ids())).catch((error: unknown) => {
    throw sqlState(error) === '23505' ? alreadyLive() : error;
  });
  const row = { ...begun, performerId: ctx.viewer.id };
  return { grant: await admit(ctx, row, 'host'), stream: await viewStream(ctx, begun.id) };
}
