import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Poll } from '#contract/content/posts/parts.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import { idList, prepared } from '../../../db/prepared.ts';
import { pollOptions, polls } from '../../../db/schema/posts.ts';

export type PollView = z.input<typeof Poll>;

const pollsQuery = prepared((db) =>
  db
    .select({
      poll: polls,
      option: { id: pollOptions.id, text: pollOptions.text, votes: pollOptions.votes },
      own: sql<boolean>`EXISTS (
        SELECT 1 FROM poll_votes v WHERE v.feed_id = ${polls.feedId} AND v.account_id = ${sql.placeholder('viewer')}::uuid AND v.option_id = ${pollOptions.id})`,
    })
    .from(polls)
    .innerJoin(pollOptions, sql`${pollOptions.feedId} = ${polls.feedId}`)
    .where(sql`${polls.feedId} = ANY (${sql.placeholder('feeds')}::text::uuid[])`)
    .orderBy(polls.feedId, pollOptions.position)
    .prepare('polls_of_feeds'),
);

/** Whether the votes are visible; the creator always sees them. */
function resultsShown(poll: typeof polls.$inferSelect, facts: { voted: boolean; moment: Date }): boolean {
  const ended = poll.expiresAt !== null && poll.expiresAt <= facts.moment;
  if (poll.resultsVisible === 'always' || ended) return true;
  return poll.resultsVisible === 'afterVote' && facts.voted;
}

type Line = Awaited<ReturnType<ReturnType<typeof pollsQuery>['execute']>>[number];

/** `lines` are the options of one poll. */
function pollView(
  poll: Line['poll'],
  lines: readonly Line[],
  { owned, moment }: { owned: boolean; moment: Date },
): PollView {
  const ownVotes = lines.filter((line) => line.own).map((line) => line.option.id);
  const shown = owned || resultsShown(poll, { voted: ownVotes.length > 0, moment });
  return {
    question: poll.question,
    options: lines.map(({ option }) => ({
      _id: option.id,
      text: option.text,
      votes: shown ? option.votes : null,
    })),
    multiple: poll.multiple,
    expiresAt: poll.expiresAt?.toISOString() ?? null,
    resultsVisible: poll.resultsVisible,
    ownVotes,
    total: shown ? poll.voters : null,
  };
}

/** The polls of some posts, by post id. `ownedIds` are the viewer's own posts. */
export async function pollsOf(
  ctx: Ctx,
  feedIds: readonly string[],
  ownedIds: ReadonlySet<string>,
): Promise<Map<string, PollView>> {
  if (feedIds.length === 0) return new Map();
  const rows = await pollsQuery(ctx.db).execute({ viewer: ctx.viewer?.id ?? null, feeds: idList(feedIds) });
  const views = new Map<string, PollView>();
  for (const [feedId, lines] of Map.groupBy(rows, (row) => row.poll.feedId)) {
    const poll = lines[0]?.poll;
    if (poll) views.set(feedId, pollView(poll, lines, { owned: ownedIds.has(feedId), moment: now(ctx) }));
  }
  return views;
}
