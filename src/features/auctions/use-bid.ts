import type { Tokens } from '#lib/units.ts';
import { useState } from 'react';
import type { Auction } from '#contract/auctions.ts';
import { problemCode } from '#lib/problem.ts';
import { useIdempotencyKey } from '#components/payments/use-idempotency-key.ts';
import { loginFirst } from '#components/auth/login-first.ts';
import { newIntentKey } from '#services/http/idempotency-key.ts';
import { placeBid } from '#state/auctions/place-bid.ts';
import { useAppStore } from '#state/hooks.ts';

const whole = (typed: string): number => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed) : 0);

/**
 * What a bid takes from the wallet. For the highest bidder, the tokens held for the previous bid count toward
 * it.
 */
export const bidCosts = (
  { leader, currentPrice }: Pick<Auction, 'leader' | 'currentPrice'>,
  amount: Tokens,
): number => Math.max(0, amount - (leader?.isYou ? (currentPrice ?? 0) : 0));

/**
 * State of the bid form. Until the user types, the amount follows the minimum bid. Each auction state and
 * amount has one idempotency key, so pressing twice or retrying after a lost connection or top-up places a
 * single bid.
 */
export function useBid(auction: Auction) {
  const intent = useIdempotencyKey(newIntentKey);
  const store = useAppStore();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  /** Missing tokens; null if none are known to be missing. */
  const [missing, setMissing] = useState<number | null>(null);
  const amount = typed === null ? auction.minimumBid : whole(typed);
  // A bid refers to the state of the auction at the time of pressing.
  const seen = auction.updatedAt;
  const about = `bid/${auction._id}/${amount}/${seen}`;
  const choose = (text: string) => {
    setTyped(text);
    setProblem(null);
  };
  const send = async (): Promise<void> => {
    await placeBid(store, { key: intent.keyFor(about), body: { auctionId: auction._id, amount, seen } });
    intent.settle();
    setTyped(null);
  };
  const bid = async () => {
    if (
      busy ||
      !loginFirst({
        why: `bid on ${auction.title}`,
        act: { do: 'resume', key: `bid/${auction._id}`, text: String(amount) },
      })
    )
      return;
    setBusy(true);
    setProblem(null);
    try {
      await send();
    } catch (caught) {
      if (problemCode(caught) === 'insufficient_balance')
        setMissing(Number((caught as { missing?: number }).missing ?? 0));
      else setProblem(caught);
      // The field now shows the new minimum, ready for another press.
      if (problemCode(caught) === 'conflict') setTyped(null);
    }
    setBusy(false);
  };
  return {
    amount,
    typed,
    choose,
    bid,
    send,
    busy,
    problem,
    missing,
    closeTopUp: () => setMissing(null),
    about,
  };
}
