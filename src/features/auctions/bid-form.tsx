import { Suspense, useRef } from 'react';
import type { FormEvent } from 'react';
import type { Auction } from '#contract/auctions.ts';
import { likelyBids } from '#lib/auction-steps.ts';
import { formatNumber, formatTokens } from '#lib/format.ts';
import { useAnnouncement } from '#components/lists/announcement.ts';
import { RefusalNotice } from '#components/lists/refusal-notice.tsx';
import { Button } from '#ui/content/button.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { tokensText, useRate } from '#ui/content/money.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import styles from './auction.module.css';
import { useBid } from './use-bid.ts';

// The payment code loads only if tokens are missing.
const BidTopUp = lazyPart(async () => (await import('./bid-top-up.tsx')).BidTopUp);

/** The bid form, with buttons for the next increments. */
export function BidForm({ auction }: { auction: Auction }) {
  const rate = useRate();
  const state = useBid(auction);
  const { amount, typed, choose, busy, problem, missing } = state;
  const least = auction.minimumBid;
  const field = useRef<HTMLInputElement>(null);
  useAnnouncement(`bid/${auction._id}`, (text) => {
    if (text !== null) choose(text);
    field.current?.focus();
  });
  const tooLow = typed !== null && amount < least ? `The minimum bid is ${formatTokens(least)} now.` : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!tooLow) void state.bid();
  };
  return (
    <>
      <form onSubmit={submit} noValidate className={styles.form}>
        <ChipRow label="Suggested bids">
          {likelyBids(least).map((step) => (
            <ChipButton key={step} pressed={step === amount} onClick={() => choose(String(step))}>
              {formatNumber(step)}
            </ChipButton>
          ))}
        </ChipRow>
        <TextInput
          ref={field}
          label="Your bid"
          suffix="tokens"
          inputMode="numeric"
          autoComplete="off"
          error={tooLow}
          hint={`At least ${tokensText(least, rate)}`}
          value={typed ?? String(least)}
          onChange={(event) => choose(event.target.value)}
        />
        {problem ? <RefusalNotice problem={problem} /> : null}
        <Button type="submit" variant="primary" large block busy={busy}>
          {amount > 0 ? `Bid ${tokensText(amount, rate)}` : 'Bid'}
        </Button>
        <p className={styles.small}>
          Your tokens are held until someone outbids you or the auction ends. You can’t cancel a bid.
        </p>
      </form>
      {/* Contains a form, which can't be nested in this one. */}
      {missing === null ? null : (
        <Suspense fallback={null}>
          <BidTopUp auction={auction} bid={state} />
        </Suspense>
      )}
    </>
  );
}
