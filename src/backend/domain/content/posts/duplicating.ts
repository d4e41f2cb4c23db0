import { asc, eq } from 'drizzle-orm';
import type { PollPlan } from '#contract/content/posts/posts.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { notFound } from '../../../kernel/errors.ts';
import { pollOptions, polls } from '../../../db/schema/posts.ts';
import { refuseTakenDown } from '../../base/access/taken-down.ts';
import { createPoll, writePost } from './creating.ts';
import { ownParts } from './creator-queries.ts';
import { fileIdsOf } from './files.ts';

/** The poll of a post, without its end and its votes. */
async function loadPollPlan(ctx: UserCtx, feedId: string): Promise<PollPlan> {
  const [poll] = await ctx.db.select().from(polls).where(eq(polls.feedId, feedId));
  if (!poll) throw notFound();
  const options = await ctx.db
    .select({ text: pollOptions.text })
    .from(pollOptions)
    .where(eq(pollOptions.feedId, feedId))
    .orderBy(asc(pollOptions.position));
  const { question, multiple, resultsVisible } = poll;
  return { question, multiple, resultsVisible, options: options.map(({ text }) => text), expiresAt: null };
}

/**
 * Copies the viewer's own post as a draft, and returns the draft's id: its text, files, audience and price, but
 * neither its series and dates nor what people did with it. Both posts use the same files, each for as long as it needs them.
 * @throws AppError 404, 409 for a post that an operator took down, 422 when one of its files can't be used anymore.
 */
export async function duplicatePost(ctx: UserCtx, id: string): Promise<string> {
  const { feed } = await ownParts(ctx, id);
  await refuseTakenDown(ctx, { kind: 'feed', ids: [id] });
  const { type, text, audience, price, includedInSubscription, commentsEnabled } = feed;
  const draft = {
    text,
    audience,
    price,
    includedInSubscription,
    commentsEnabled,
    pinned: false,
    scheduledAt: null,
    expiresAt: null,
    // A part has its own number, so a copy is in no series.
    seriesId: null,
    state: 'draft' as const,
  };
  if (type === 'poll') return createPoll(ctx, { ...draft, poll: await loadPollPlan(ctx, id) });
  const { thumbnailId, teaserId, linkCard } = feed;
  return writePost(ctx, {
    ...draft,
    type,
    thumbnailId,
    teaserId,
    fileIds: await fileIdsOf(ctx, id),
    alts: {},
    poll: null,
    linkCard,
  });
}
