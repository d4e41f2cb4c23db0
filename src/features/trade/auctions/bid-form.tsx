import { Suspense, useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import type { Auction } from '#contract/trade/auctions.ts';
import { likelyBids } from '#lib/auction-steps.ts';
import { formatNumber } from '#lib/format.ts';
import { problemFields } from '#lib/problem.ts';
import { useAnnouncement } from '#components/base/lists/announcement.ts';
import { RefusalNotice } from '#components/base/lists/refusal-notice.tsx';
import { Button } from '#ui/content/button.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { type Rate, tokensText, useRate } from '#ui/content/money.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { useRefusals } from '#ui/forms/form-fields.ts';
import { TextInput } from '#ui/forms/text-input.tsx';
import styles from './auction.module.css';
import { MaximumField } from './maximum-field.tsx';
import { useBid } from './use-bid.ts';

// The payment code loads only if tokens are missing.
const BidTopUp = lazyPart(async () => (await import('./bid-top-up.tsx')).BidTopUp);

interface FormProps {
  readonly auction: Auction;
  readonly state: ReturnType<typeof useBid>;
}

/** Why the server refused. The field of the maximum says what is about it. */
function Refusal({ problem }: { problem: unknown }) {
  const { maximum } = problemFields(problem);
  if (maximum) return <FormErrors errors={[{ message: maximum }]} />;
  return problem ? <RefusalNotice problem={problem} /> : null;
}

const bidLabel = ({ amount, maximum }: ReturnType<typeof useBid>, rate: Rate) => {
  if (maximum !== null && maximum > 0) return `Bid up to ${tokensText(maximum, rate)}`;
  return amount > 0 ? `Bid ${tokensText(amount, rate)}` : 'Bid';
};

/** The bid form, with buttons for the next increments. */
function OpenForm({ auction, state }: FormProps) {
  const rate = useRate();
  const { amount, typed, choose, busy, problem, missing, refused } = state;
  const least = auction.minimumBid;
  const field = useRef<HTMLInputElement>(null);
  const { fields, focusWrong } = useRefusals();
  useAnnouncement(`bid/${auction._id}`, (text) => {
    if (text !== null) state.resume(text);
    field.current?.focus();
  });
  const tooLow = typed === null ? null : refused.amount;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (tooLow || refused.maximum) focusWrong();
    else void state.bid();
  };
  return (
    <>
      <Form fields={fields} onSubmit={submit} className={styles.form}>
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
        <MaximumField auction={auction} state={state} optional />
        <Refusal problem={problem} />
        <Button type="submit" variant="primary" large block busy={busy}>
          {bidLabel(state, rate)}
        </Button>
        <p className={styles.small}>
          Your tokens are held until someone outbids you or the auction ends. You can’t cancel a bid.
        </p>
      </Form>
      {/* Contains a form, which can't be nested in this one. */}
      {missing === null ? null : (
        <Suspense fallback={null}>
          <BidTopUp auction={auction} bid={state} />
        </Suspense>
      )}
    </>
  );
}

/** The leader's form: nothing but the maximum, so that nobody bids against themselves. */
function RaiseForm({ auction, state, onDone }: FormProps & { readonly onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { fields, focusWrong } = useRefusals();
  const { maximum, refused, busy, problem } = state;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (maximum === null) return field.current?.focus();
    if (refused.maximum) return focusWrong();
    if (await state.bid()) onDone();
  };
  return (
    <Form fields={fields} onSubmit={(event) => void submit(event)} className={styles.form}>
      <MaximumField auction={auction} state={state} ref={field} />
      <Refusal problem={problem} />
      <Button type="submit" variant="primary" large block busy={busy}>
        Save maximum
      </Button>
      <Button large block onClick={onDone}>
        Cancel
      </Button>
    </Form>
  );
}

/**
 * Whoever leads doesn't bid against themselves by pressing once more: they say first that they want to raise
 * their maximum.
 */
export function BidForm({ auction }: { auction: Auction }) {
  const state = useBid(auction);
  const [raises, setRaises] = useState(false);
  const leads = auction.leader?.isYou === true;
  // What someone began to raise is over when someone else leads.
  const [led, setLed] = useState(leads);
  if (led !== leads) {
    setLed(leads);
    setRaises(false);
  }
  if (!leads) return <OpenForm auction={auction} state={state} />;
  if (raises) return <RaiseForm auction={auction} state={state} onDone={() => setRaises(false)} />;
  return (
    <Button large block onClick={() => setRaises(true)}>
      You’re the highest bidder · Raise my maximum
    </Button>
  );
}
