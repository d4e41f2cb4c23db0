import { asc, eq } from 'drizzle-orm';
import { limits } from '#config/limits.ts';
import type { PollPlan } from '#contract/content/posts/posts.ts';
import { type UserCtx, now } from '../../../kernel/context.ts';
import { pollOptions, polls } from '../../../db/schema/posts.ts';
import { conflict, invalid } from '../../../kernel/errors.ts';
import { dateOrNull } from './changes.ts';
import { queueEnd } from './poll-voting.ts';
import { isBeyond } from '../media-items/scheduling.ts';

function checkPlan(tx: UserCtx, { options, expiresAt }: PollPlan, opensAt: Date): void {
  if (new Set(options.map((text) => text.toLowerCase())).size < options.length)
    throw invalid('poll.options', 'Each answer must be different.');
  const end = dateOrNull(expiresAt);
  if (end && end <= opensAt) throw invalid('poll.expiresAt', 'The poll must end after it starts.');
  if (isBeyond(end, limits.post.endsWithinDays, now(tx)))
    throw invalid('poll.expiresAt', 'Choose an end within ten years.');
}

const optionRows = (tx: UserCtx, feedId: string, options: readonly string[]) =>
  options.map((text, position) => ({ id: tx.ports.ids(), feedId, position, text }));

/** Writes the poll of a new post. `opensAt` is when voting starts. */
export async function insertPoll(
  tx: UserCtx,
  feedId: string,
  { plan, opensAt }: { plan: PollPlan; opensAt: Date },
): Promise<void> {
  checkPlan(tx, plan, opensAt);
  const { question, multiple, resultsVisible } = plan;
  await tx.db
    .insert(polls)
    .values({ feedId, question, multiple, resultsVisible, expiresAt: dateOrNull(plan.expiresAt) });
  await tx.db.insert(pollOptions).values(optionRows(tx, feedId, plan.options));
}

async function currentPoll(tx: UserCtx, feedId: string) {
  const [poll] = await tx.db.select().from(polls).where(eq(polls.feedId, feedId)).for('update');
  const options = await tx.db
    .select({ text: pollOptions.text })
    .from(pollOptions)
    .where(eq(pollOptions.feedId, feedId))
    .orderBy(asc(pollOptions.position));
  return poll ? { poll, options: options.map(({ text }) => text) } : null;
}

type Current = NonNullable<Awaited<ReturnType<typeof currentPoll>>>;

const sameOptions = (plan: PollPlan, options: readonly string[]): boolean =>
  plan.options.length === options.length && plan.options.every((text, at) => text === options[at]);
const sameRules = (plan: PollPlan, { poll, options }: Current): boolean =>
  plan.question === poll.question &&
  plan.multiple === poll.multiple &&
  plan.resultsVisible === poll.resultsVisible &&
  sameOptions(plan, options);

/**
 * Once there are votes, a poll's question and options can't change; only its end can be moved until it has
 * passed.
 * @throws AppError 409
 */
function refuseAfterVotes(tx: UserCtx, { voters, expiresAt }: Current['poll'], isSame: boolean): void {
  if (voters === 0) return;
  if (!isSame)
    throw conflict(
      'People have voted, so you can’t change the question or answers. You can still change when the poll ends.',
    );
  if (expiresAt && expiresAt <= now(tx)) throw conflict('This poll has ended.');
}

/**
 * Changes a poll.
 * @throws AppError 409 when existing votes prevent it, 422.
 */
export async function changePoll(
  tx: UserCtx,
  feedId: string,
  { plan, opensAt }: { plan: PollPlan; opensAt: Date },
): Promise<void> {
  const current = await currentPoll(tx, feedId);
  if (!current) throw invalid('poll', 'This post has no poll.');
  const end = dateOrNull(plan.expiresAt);
  const isSame = sameRules(plan, current);
  if (isSame && end?.getTime() === current.poll.expiresAt?.getTime()) return;
  refuseAfterVotes(tx, current.poll, isSame);
  checkPlan(tx, plan, opensAt);
  await tx.db
    .update(polls)
    .set({
      question: plan.question,
      multiple: plan.multiple,
      resultsVisible: plan.resultsVisible,
      expiresAt: end,
    })
    .where(eq(polls.feedId, feedId));
  // Voters are notified at the new end.
  if (end && current.poll.voters > 0) await queueEnd(tx, feedId, end);
  if (sameOptions(plan, current.options)) return;
  await tx.db.delete(pollOptions).where(eq(pollOptions.feedId, feedId));
  await tx.db.insert(pollOptions).values(optionRows(tx, feedId, plan.options));
}

/** @throws AppError 422 when the poll would end before anyone could vote. */
export async function refuseEndedPoll(tx: UserCtx, feedId: string, opensAt: Date): Promise<void> {
  const [poll] = await tx.db
    .select({ expiresAt: polls.expiresAt })
    .from(polls)
    .where(eq(polls.feedId, feedId));
  if (poll?.expiresAt && poll.expiresAt <= opensAt)
    throw invalid('poll.expiresAt', 'The poll must end after it starts.');
}
