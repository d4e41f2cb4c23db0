import type { Cents, Tokens } from '#lib/units.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { type Entry, type Posting, lockRefundable } from './ledger.ts';

const isWallet = (posting: Posting): boolean =>
  !('site' in posting) && (posting.kind === 'wallet' || posting.kind === 'wallet_held');

/** The part of `amount` that goes with `tokens` of `of` tokens. */
const share = (amount: Cents, tokens: Tokens, of: Tokens): Cents => Math.round((amount * tokens) / of);

/**
 * The postings that give back `tokens` of what is left of a charge. Everyone who got a share of it gives back
 * the same part, to the cent; what rounding leaves stays in the last refund, which takes all that is left.
 */
function splitRefund(left: readonly Posting[], tokens: Tokens): Posting[] {
  const paid = left.find(isWallet);
  const whole = -(paid?.amount ?? 0);
  const shares = left
    .filter((posting) => !isWallet(posting) && !('site' in posting && posting.site.startsWith('exchange')))
    .map((posting): Posting => ({ ...posting, amount: -share(posting.amount, tokens, whole) }));
  const money = shares.reduce((sum, { amount }) => sum + amount, 0);
  return [
    ...(paid ? [{ ...paid, amount: tokens }] : []),
    { site: 'exchangeTokens', amount: -tokens },
    { site: 'exchangeMoney', amount: -money },
    ...shares,
  ];
}

/**
 * The entry that refunds a part of a charge that was paid with tokens. Locks the charge until the end of `tx`.
 * @throws AppError 404, or 409 when it was already refunded; RangeError unless it is less than what is left.
 */
export async function buildPartialRefund(
  tx: Ctx,
  transactionId: string,
  { tokens, description }: { readonly tokens: Tokens; readonly description: string },
): Promise<Entry> {
  const { original, left } = await lockRefundable(tx, transactionId);
  const whole = -(left.find(isWallet)?.amount ?? 0);
  if (tokens < 1 || tokens >= whole) throw new RangeError(`${tokens} of ${whole} tokens aren’t a part`);
  return {
    kind: 'refund',
    subject: original.subject,
    subjectId: original.subjectId,
    actorId: original.actorId,
    performerId: original.performerId,
    description,
    partOfId: transactionId,
    postings: splitRefund(left, tokens),
  };
}
