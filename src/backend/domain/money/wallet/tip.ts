import type { Tokens } from '#lib/units.ts';
import { routes } from '#config/routes.ts';
import type { ReplySource } from '#contract/core/registry.ts';
import type { Message } from '#contract/talk/messages/messages.ts';
import { formatTokens } from '#lib/format.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { invalid, notFound } from '../../../kernel/errors.ts';
import { loadAccessFacts, isOpenTo } from '../../base/access/access.ts';
import { spend } from './spend.ts';
import { once } from '../../../kernel/idempotency.ts';
import { targetQuery } from './tip-query.ts';
import { undoUntil } from './tip-undo.ts';

interface Tip {
  readonly performerId: string;
  readonly amount: Tokens;
  readonly feedId?: string;
  readonly conversationId?: string;
  readonly streamId?: string;
  readonly note?: string;
}
/** A tip that was paid, to be shown where it was given. */
export interface PaidTip {
  readonly transactionId: string;
  readonly tokens: Tokens;
  readonly note: string;
}
/** A tip that can be undone, where it is shown. */
interface ShownTip {
  readonly href: string;
  readonly showUndone: () => Promise<void>;
}
/** Tips in conversations. Passed in, because conversations are an area of their own. */
export interface TipsInChat {
  /**
   * Locks the viewer's conversation with the creator, before any wallet. The returned function shows the tip.
   * @throws AppError 403, 404, 422, 429.
   */
  readonly open: (
    tx: UserCtx,
    place: { readonly conversationId: string; readonly performerId: string },
  ) => Promise<(tip: PaidTip) => Promise<Message>>;
  /** Locks the conversation in which the viewer gave this tip, if there is one. */
  readonly lock: (tx: UserCtx, transactionId: string) => Promise<ShownTip | null>;
}
/** The same for tips during streams, which are an area of their own too. */
export interface TipsInStream {
  /** @throws AppError 403, 409, 422. */
  readonly open: (
    tx: UserCtx,
    place: { readonly streamId: string; readonly performerId: string },
  ) => Promise<(tip: PaidTip) => Promise<void>>;
  readonly lock: TipsInChat['lock'];
}
export interface TipPlaces {
  readonly inChat: TipsInChat;
  readonly inStream: TipsInStream;
}

async function checkAmount(tx: UserCtx, amount: Tokens): Promise<void> {
  const { minimumTipPrice: min, maximumTipPrice: max } = await tx.settings.all();
  if (amount < min) throw invalid('amount', `The smallest tip is ${formatTokens(min)}.`);
  if (amount > max) throw invalid('amount', `The largest tip is ${formatTokens(max)}.`);
}

/**
 * The name of the creator to be tipped.
 * @throws AppError 404 when the viewer can't see the creator, 422 when the post doesn't exist.
 */
async function checkTarget(tx: UserCtx, { performerId, feedId }: Tip): Promise<string> {
  const facts = await loadAccessFacts(tx, { ownerIds: [performerId] });
  if (!isOpenTo(facts, performerId)) throw notFound();
  const [target] = await targetQuery(tx.db, { performer: performerId, feed: feedId ?? null });
  if (!target) throw notFound();
  if (!target.has_feed)
    throw invalid('feedId', 'That post isn’t there anymore. Tip the creator from their profile instead.');
  return target.name;
}

const tipPath = ({ feedId, conversationId, streamId }: Tip): string => {
  if (streamId !== undefined) return routes.stream(streamId);
  if (conversationId !== undefined) return routes.conversation(conversationId);
  return feedId === undefined ? routes.earnings : routes.feed(feedId);
};

/** Prepares the place where a tip will be shown; null for one that is shown nowhere. */
async function prepareTipPlace(
  tx: UserCtx,
  { performerId, conversationId, streamId }: Tip,
  { inChat, inStream }: TipPlaces,
): Promise<((tip: PaidTip) => Promise<Message | void>) | null> {
  if (conversationId !== undefined) return inChat.open(tx, { conversationId, performerId });
  return streamId === undefined ? null : inStream.open(tx, { streamId, performerId });
}

/** Tips a creator, optionally for one of their posts, in the conversation with them or during their stream. */
export function tip(
  ctx: UserCtx,
  input: Tip,
  places: TipPlaces,
): Promise<ReplySource<'POST /wallet/charges/tip/:id'>> {
  return once(ctx, { route: 'POST /wallet/charges/tip/:id', input }, async (tx) => {
    await checkAmount(tx, input.amount);
    if (input.performerId === tx.viewer.id) throw invalid('id', 'You can’t tip yourself.');
    const { note = '' } = input;
    const show = await prepareTipPlace(tx, input, places);
    const name = await checkTarget(tx, input);
    const { posted, reply } = await spend(tx, {
      kind: 'tip',
      // Which conversation or stream it was given in is kept beside the message.
      itemId: input.feedId ?? input.performerId,
      performerId: input.performerId,
      tokens: input.amount,
      description: `Tip to ${name}`,
      did: 'tipped you',
      href: tipPath(input),
    });
    const message = await show?.({ transactionId: posted.transactionId, tokens: input.amount, note });
    const { tipUndoSeconds } = await tx.settings.all();
    return {
      ...reply,
      undoUntil: undoUntil(posted.createdAt, tipUndoSeconds),
      ...(message && { message }),
    };
  });
}
