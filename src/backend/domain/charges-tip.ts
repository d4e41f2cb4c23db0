import { and, eq } from 'drizzle-orm';
import { routes } from '#config/routes';
import { formatTokens } from '#lib/format';
import type { UserCtx } from '../context.ts';
import { accounts, feeds } from '../db/schema.ts';
import { invalid, notFound } from '../errors.ts';
import { gatherFacts, ownerClosed } from './access.ts';
import { type Charged, spend } from './charges-spend.ts';
import { once } from './idempotency.ts';

interface Tip {
  readonly performerId: string;
  /** Tokens. */
  readonly amount: number;
  readonly feedId?: string;
}

async function checkAmount(tx: UserCtx, amount: number): Promise<void> {
  const { minimumTipPrice: min, maximumTipPrice: max } = await tx.settings.all();
  if (amount < min) throw invalid('amount', `The smallest tip is ${formatTokens(min)}.`);
  if (amount > max) throw invalid('amount', `The largest tip is ${formatTokens(max)}.`);
}

/** The creator's name; one who isn't open to the viewer doesn't exist. */
async function openCreator(tx: UserCtx, performerId: string): Promise<string> {
  const facts = await gatherFacts(tx, { ownerIds: [performerId] });
  const [row] = await tx.db.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, performerId));
  if (!row || !facts.offers.has(performerId) || ownerClosed(facts, performerId)) throw notFound();
  return row.name;
}

async function checkFeed(tx: UserCtx, { performerId, feedId }: Tip): Promise<void> {
  if (!feedId) return;
  const [feed] = await tx.db.select({ id: feeds.id }).from(feeds).where(and(eq(feeds.id, feedId), eq(feeds.performerId, performerId), eq(feeds.state, 'published')));
  if (!feed) throw invalid('feedId', 'That post isn’t there any more. Tip on the profile instead.');
}

/** Tips a creator, perhaps under one of their posts. */
export function tip(ctx: UserCtx, input: Tip): Promise<Charged> {
  return once(ctx, { route: 'POST /wallet/charges/tip/:id', input }, async (tx) => {
    await checkAmount(tx, input.amount);
    if (input.performerId === tx.viewer.id) throw invalid('id', 'You can’t tip yourself.');
    const name = await openCreator(tx, input.performerId);
    await checkFeed(tx, input);
    const { reply } = await spend(tx, {
      kind: 'tip', itemId: input.feedId ?? input.performerId, performerId: input.performerId, tokens: input.amount,
      description: `Tip to ${name}`, did: 'tipped you', href: input.feedId ? routes.feed(input.feedId) : routes.earnings,
    });
    return reply;
  });
}
