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

/** What a bid takes out of the wallet: who leads already has the old one set aside. */
export const bidCosts = (
  { leader, currentPrice }: Pick<Auction, 'leader' | 'currentPrice'>,
  amount: Tokens,
): number => Math.max(0, amount - (leader?.isYou ? (currentPrice ?? 0) : 0));

/**
 * The bid that a person is about to make. Until they type, it is the least there is, and follows the price.
 * One intent to bid an amount has one key: pressed twice, sent again after a lost connection or a top-up, it
 * is one bid.
 */
export function useBid(auction: Auction) {
  const intent = useIdempotencyKey(newIntentKey);
  const store = useAppStore();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  /** Tokens that are missing for it; null while nothing is known to be. */
  const [missing, setMissing] = useState<number | null>(null);
  const amount = typed === null ? auction.minimumBid : whole(typed);
  // A bid is made for what the auction said as it was pressed.
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
      // What is the least now stands in the field, ready for another press.
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
