import { type SQL, and, eq, gt, sql } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import { shortText } from '#lib/short-text.ts';
import { type Ctx, type UserCtx, now, transaction } from '../../../kernel/context.ts';
import { idList } from '../../../db/prepared.ts';
import { accounts } from '../../../db/schema/accounts.ts';
import { feeds, pollOptions, polls, pollVotes } from '../../../db/schema/posts.ts';
import { conflict, invalid, notAllowed, notFound } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job-queue.ts';
import { type PollView, pollsOf } from './polls.ts';
import { unblocked } from '../../base/access/block-rules.ts';
import { notify } from '../../people/notifications/notify.ts';
import { objectOf } from '../media-items/objects.ts';

type PollRow = typeof polls.$inferSelect;

/**
 * Locks the poll's row, so that voter and vote counts stay exact under concurrent votes.
 * @throws AppError 404, 409 after the end.
 */
async function lockPoll(tx: UserCtx, feedId: string): Promise<PollRow> {
  const [poll] = await tx.db.select().from(polls).where(eq(polls.feedId, feedId)).for('no key update');
  if (!poll) throw notFound();
  // Read the clock only now: a vote that waited for the lock until after the end is too late.
  if (poll.expiresAt && poll.expiresAt <= now(tx)) throw conflict('This poll has ended.');
  return poll;
}

async function checkAnswers(tx: UserCtx, poll: PollRow, optionIds: readonly string[]): Promise<void> {
  if (new Set(optionIds).size < optionIds.length) throw invalid('optionIds', 'Choose each answer once.');
  if (!poll.multiple && optionIds.length > 1) throw invalid('optionIds', 'Choose one answer.');
  const known = await tx.db
    .select({ id: pollOptions.id })
    .from(pollOptions)
    .where(
      and(
        eq(pollOptions.feedId, poll.feedId),
        sql`${pollOptions.id} = ANY (${idList(optionIds)}::text::uuid[])`,
      ),
    );
  if (known.length < optionIds.length) throw invalid('optionIds', 'That isn’t one of this poll’s answers.');
}

const among = (ids: readonly string[]): SQL => sql`${pollOptions.id} = ANY (${idList(ids)}::text::uuid[])`;

async function replaceVotes(tx: UserCtx, feedId: string, optionIds: readonly string[]): Promise<void> {
  const mine = and(eq(pollVotes.feedId, feedId), eq(pollVotes.accountId, tx.viewer.id));
  const before = (await tx.db.delete(pollVotes).where(mine).returning({ id: pollVotes.optionId })).map(
    ({ id }) => id,
  );
  await tx.db
    .insert(pollVotes)
    .values(optionIds.map((optionId) => ({ feedId, accountId: tx.viewer.id, optionId, createdAt: now(tx) })));
  if (before.length > 0)
    await tx.db
      .update(pollOptions)
      .set({ votes: sql`${pollOptions.votes} - 1` })
      .where(among(before));
  else
    await tx.db
      .update(polls)
      .set({ voters: sql`${polls.voters} + 1` })
      .where(eq(polls.feedId, feedId));
  await tx.db
    .update(pollOptions)
    .set({ votes: sql`${pollOptions.votes} + 1` })
    .where(among(optionIds));
}

/** The dedupe key contains the end, so that a moved end gets a job of its own. */
export const queueEnd = (tx: Ctx, feedId: string, end: Date): Promise<void> =>
  enqueue(tx, {
    kind: 'poll-ended',
    payload: { feedId },
    runAt: end,
    dedupeKey: `poll-ended:${feedId}:${end.getTime()}`,
  });

/**
 * Votes, or changes the viewer's vote. Anyone who can read the post may vote, except its creator.
 * @throws AppError 404, 403 for a locked post and for the creator, 409 after the end, 422 for options the
 * poll doesn't have.
 */
export async function vote(ctx: UserCtx, feedId: string, optionIds: readonly string[]): Promise<PollView> {
  const post = await objectOf(ctx, 'feed', feedId);
  if (!post.access.allowed) throw notAllowed('This post is locked. Unlock it to vote.');
  if (post.access.reason === 'owner') throw notAllowed('You can’t vote in your own poll.');
  if (!post.isOpen) throw conflict('This poll is closed.');
  return transaction(ctx, async (tx) => {
    const poll = await lockPoll(tx, feedId);
    await checkAnswers(tx, poll, optionIds);
    await replaceVotes(tx, feedId, optionIds);
    if (poll.expiresAt) await queueEnd(tx, feedId, poll.expiresAt);
    const view = (await pollsOf(tx, [feedId], new Set())).get(feedId);
    if (!view) throw notFound();
    return view;
  });
}

/** Voters notified per batch, to limit memory. */
const BATCH = 1_000;

/** The next voters by id who may still see the creator. */
const votersAfter = (
  ctx: Ctx,
  { feedId, ownerId, after }: { feedId: string; ownerId: string; after: string },
) =>
  ctx.db
    .selectDistinct({ id: pollVotes.accountId })
    .from(pollVotes)
    .where(
      and(
        eq(pollVotes.feedId, feedId),
        gt(pollVotes.accountId, after),
        unblocked(pollVotes.accountId, sql`${ownerId}::uuid`),
      ),
    )
    .orderBy(pollVotes.accountId)
    .limit(BATCH);

/** The job at a poll's end: notifies the voters. An open page refreshes by itself at that time. */
export async function notifyPollEnded(ctx: Ctx, feedId: string): Promise<void> {
  const [poll] = await ctx.db
    .select({
      question: polls.question,
      end: polls.expiresAt,
      owner: feeds.performerId,
      name: accounts.name,
    })
    .from(polls)
    .innerJoin(feeds, eq(feeds.id, polls.feedId))
    .innerJoin(accounts, eq(accounts.id, feeds.performerId))
    .where(and(eq(polls.feedId, feedId), eq(feeds.state, 'published')));
  if (!poll?.end) return;
  const { end } = poll;
  // The creator may have moved the end since.
  if (end > now(ctx)) return queueEnd(ctx, feedId, end);
  const text = `The poll “${shortText(poll.question, 60)}” has ended. See the results.`;
  for (let after = '00000000-0000-0000-0000-000000000000', more = true; more;) {
    const voters = await votersAfter(ctx, { feedId, ownerId: poll.owner, after });
    await transaction(ctx, async (tx) => {
      for (const { id: to } of voters)
        await notify(tx, {
          to,
          type: 'poll',
          actor: { id: poll.owner, name: poll.name },
          text,
          href: routes.feed(feedId),
          group: { key: `poll:${feedId}:${end.getTime()}` },
          once: true,
        });
    });
    after = voters.at(-1)?.id ?? after;
    more = voters.length === BATCH;
  }
  return undefined;
}
