import type { Tokens } from '#lib/units.ts';
import { sql } from 'drizzle-orm';
import { routes } from '#config/routes.ts';
import type { ReplySource } from '#contract/core/registry.ts';
import { formatTokens } from '#lib/format.ts';
import type { UserCtx } from '../../kernel/context.ts';
import { statement } from '../../db/statement.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { gatherFacts, isOpenTo } from '../access/access.ts';
import { spend } from './spend.ts';
import { once } from '../../kernel/idempotency.ts';
import { undoUntil } from './tip-undo.ts';

interface Tip {
  readonly performerId: string;
  readonly amount: Tokens;
  readonly feedId?: string;
}

async function checkAmount(tx: UserCtx, amount: Tokens): Promise<void> {
  const { minimumTipPrice: min, maximumTipPrice: max } = await tx.settings.all();
  if (amount < min) throw invalid('amount', `The smallest tip is ${formatTokens(min)}.`);
  if (amount > max) throw invalid('amount', `The largest tip is ${formatTokens(max)}.`);
}

interface Target {
  name: string;
  has_feed: boolean;
}

const targetQuery = statement<Target, { performer: string; feed: string | null }>(
  'tip_target',
  sql`
  SELECT name, (${sql.placeholder('feed')}::uuid IS NULL OR EXISTS (
    SELECT 1 FROM feeds WHERE id = ${sql.placeholder('feed')}::uuid AND performer_id = accounts.id AND state = 'published')) AS has_feed
  FROM accounts WHERE id = ${sql.placeholder('performer')}::uuid`,
);

/**
 * The name of the creator to be tipped.
 * @throws AppError 404 when the viewer can't see the creator, 422 when the post doesn't exist.
 */
async function checkTarget(tx: UserCtx, { performerId, feedId }: Tip): Promise<string> {
  const facts = await gatherFacts(tx, { ownerIds: [performerId] });
  if (!isOpenTo(facts, performerId)) throw notFound();
  const [target] = await targetQuery(tx.db, { performer: performerId, feed: feedId ?? null });
  if (!target) throw notFound();
  if (!target.has_feed)
    throw invalid('feedId', 'That post isn’t there anymore. Tip the creator from their profile instead.');
  return target.name;
}

/** Tips a creator, optionally for one of their posts. */
export function tip(ctx: UserCtx, input: Tip): Promise<ReplySource<'POST /wallet/charges/tip/:id'>> {
  return once(ctx, { route: 'POST /wallet/charges/tip/:id', input }, async (tx) => {
    await checkAmount(tx, input.amount);
    if (input.performerId === tx.viewer.id) throw invalid('id', 'You can’t tip yourself.');
    const name = await checkTarget(tx, input);
    const { posted, reply } = await spend(tx, {
      kind: 'tip',
      itemId: input.feedId ?? input.performerId,
      performerId: input.performerId,
      tokens: input.amount,
      description: `Tip to ${name}`,
      did: 'tipped you',
      href: input.feedId ? routes.feed(input.feedId) : routes.earnings,
    });
    const { tipUndoSeconds } = await tx.settings.all();
    return { ...reply, undoUntil: undoUntil(posted.createdAt, tipUndoSeconds) };
  });
}
