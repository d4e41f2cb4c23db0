import type { Tokens } from '#lib/units.ts';
import { useState } from 'react';
import type { Auction } from '#contract/trade/auctions.ts';
import { formatTokens } from '#lib/format.ts';
import { problemCode, problemFields } from '#lib/problem.ts';
import { useIdempotencyKey } from '#components/money/payments/use-idempotency-key.ts';
import { loginFirst } from '#components/people/auth/login-first.ts';
import { newIdempotencyKey } from '#services/http/idempotency-key.ts';
import { sendBid } from '#state/auctions/send-bid.ts';
import { useAppStore } from '#state/hooks.ts';

type Led = Pick<Auction, 'leader' | 'currentPrice'>;

const whole = (typed: string): number => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed) : 0);

/** What is on hold for the viewer's bid: tokens that count toward a higher one. */
const heldFor = ({ leader, currentPrice }: Led): number => (leader?.isYou ? (currentPrice ?? 0) : 0);

/** What a bid takes from the wallet. */
export const bidCosts = (led: Led, amount: Tokens): number => Math.max(0, amount - heldFor(led));

/** The highest bid that a wallet covers. */
export const coveredBy = (balance: Tokens, led: Led): number => balance + heldFor(led);

/** What a form says about the amounts before they are sent; null for nothing. */
function refusals(auction: Auction, amount: Tokens, maximum: Tokens | null) {
  const leads = auction.leader?.isYou === true;
  const least = auction.minimumBid;
  const tooLow = maximum !== null && maximum < amount;
  return {
    // A maximum says that a bid may go up with the others.
    amount: !leads && amount < least ? `The minimum bid is ${formatTokens(least)} now.` : null,
    maximum: !tooLow
      ? null
      : maximum === 0
        ? 'Enter a number of tokens.'
        : leads
          ? `You already lead with ${formatTokens(amount)}. Your maximum can’t be lower.`
          : 'Your maximum can’t be lower than your bid.',
  };
}

/** The text of a bid that goes on after logging in, and back. */
const resumed = (amount: Tokens, maximum: Tokens | null) => [amount, maximum ?? ''].join(' ').trim();

/** What is typed. Until then, the amount follows the minimum bid, or what the viewer leads with. */
function useAmounts(auction: Auction) {
  const [typed, choose] = useState<string | null>(null);
  const [typedMaximum, chooseMaximum] = useState('');
  const own = auction.leader?.isYou ? (auction.currentPrice ?? 0) : auction.minimumBid;
  const amount = typed === null ? own : whole(typed);
  const maximum = typedMaximum.trim() === '' ? null : whole(typedMaximum);
  return { typed, choose, typedMaximum, chooseMaximum, amount, maximum };
}

/** A bid on its way, and what came of it. */
function useAttempt(send: () => Promise<void>, onOutdated: () => void) {
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  /** Missing tokens; null if none are known to be missing. */
  const [missing, setMissing] = useState<number | null>(null);
  const fail = (caught: unknown) => {
    if (problemCode(caught) === 'insufficient_balance')
      setMissing(Number((caught as { missing?: number }).missing ?? 0));
    else setProblem(caught);
    if (problemCode(caught) === 'conflict') onOutdated();
  };
  const attempt = async (): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    let isTaken = true;
    await send().catch((caught: unknown) => {
      isTaken = false;
      fail(caught);
    });
    setBusy(false);
    return isTaken;
  };
  const [closeTopUp, forget] = [() => setMissing(null), () => setProblem(null)];
  return { problem, busy, missing, attempt, closeTopUp, forget };
}

/**
 * State of the forms for a bid and for the leader's maximum. Each auction state and amounts have one
 * idempotency key, so pressing twice or retrying after a lost connection or top-up places a single bid.
 */
export function useBid(auction: Auction) {
  const intent = useIdempotencyKey(newIdempotencyKey);
  const store = useAppStore();
  const amounts = useAmounts(auction);
  const { amount, maximum, choose, chooseMaximum } = amounts;
  // A bid refers to the state of the auction at the time of pressing.
  const seen = auction.updatedAt;
  const about = `bid/${auction._id}/${amount}/${maximum ?? ''}/${seen}`;
  const send = async (): Promise<void> => {
    await sendBid(store, {
      key: intent.keyFor(about),
      body: { auctionId: auction._id, amount, ...(maximum === null ? {} : { maximum }), seen },
    });
    // The key isn't settled: a second press before the auction shows the bid is the same bid.
    choose(null);
    chooseMaximum('');
  };
  // After a conflict the field shows the new minimum, ready for another press.
  const { attempt, forget, ...attempted } = useAttempt(send, () => choose(null));
  /** Resolves to whether the bid was taken. */
  const bid = async (): Promise<boolean> => {
    const act = { do: 'resume', key: `bid/${auction._id}`, text: resumed(amount, maximum) } as const;
    return !attempted.busy && loginFirst({ why: `bid on ${auction.title}`, act }) && attempt();
  };
  const refused = refusals(auction, amount, maximum);
  return {
    ...amounts,
    ...attempted,
    choose(text: string) {
      choose(text);
      forget();
    },
    chooseMaximum(text: string) {
      chooseMaximum(text);
      forget();
    },
    /** Fills in what was typed before logging in. */
    resume(text: string) {
      const [first = '', second = ''] = text.split(' ');
      choose(first);
      chooseMaximum(second);
    },
    refused,
    /** What to say at the field of the maximum. */
    maximumError: refused.maximum ?? problemFields(attempted.problem).maximum ?? null,
    bid,
    send,
    about,
  };
}
