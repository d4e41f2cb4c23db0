import type { Tokens as Count } from '#lib/units.ts';
import { useState } from 'react';
import { formatMoney } from '#lib/format.ts';
import { problemCode } from '#lib/problem.ts';
import { newIdempotencyKey } from '#services/http/idempotency-key.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { selectBalance } from '#state/session/user.ts';
import { Button } from '#ui/content/button.tsx';
import { Tokens, tokensText, useRate } from '#ui/content/money.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { useRefusals } from '#ui/forms/form-fields.ts';
import { useIdempotencyKey } from '../payments/use-idempotency-key.ts';
import { useExpectedPrice } from '../payments/use-expected-price.ts';
import { RefusalNotice } from '../../base/lists/refusal-notice.tsx';
import { topUpBounds, topUpsFor } from './top-up-amount.ts';
import { TopUpForm } from './top-up-form.tsx';
import styles from '../payments/payment.module.css';

export interface SpendTokensProps {
  /** The price; 0 while undecided. */
  readonly tokens: Count;
  /** Button label for the amount it charges, such as "Unlock for 120 tokens". */
  readonly label: (tokens: Count) => string;
  /** Label of the amount; defaults to "Price". */
  readonly word?: string;
  /** Identifies the purchase. A different value starts a new idempotent payment. */
  readonly subject: string;
  /** Pays `tokens`, the price shown on the button. Must reject with the server's problem. */
  readonly spend: (attempt: { readonly key: string; readonly tokens: Count }) => Promise<void>;
  readonly onDone: () => void;
  /** Returns the reason why payment isn't possible yet, shown when the user tries to pay. */
  readonly refuse?: () => string | null;
}

const missingTokens = (problem: unknown): number => {
  const missing = (problem as { missing?: unknown } | null)?.missing;
  return typeof missing === 'number' ? missing : 0;
};

/** Price, current balance, and the remaining or missing tokens. */
function Sum({ tokens, balance, word = 'Price' }: { tokens: Count; balance: Count; word?: string }) {
  const left = balance - tokens;
  return (
    <dl className={styles.sum}>
      <div className={styles.line}>
        <dt>{word}</dt>
        <dd>
          <Tokens tokens={tokens} />
        </dd>
      </div>
      <div className={styles.line}>
        <dt>Your balance</dt>
        <dd>
          <Tokens tokens={balance} />
        </dd>
      </div>
      <div className={left < 0 ? `${styles.line} ${styles.short}` : styles.line}>
        <dt>{left < 0 ? 'Missing' : 'Balance after'}</dt>
        <dd>
          <Tokens tokens={Math.abs(left)} />
        </dd>
      </div>
    </dl>
  );
}

/** What has to be topped up, and in how many steps if one isn't enough. */
function TopUpFirst({ short }: { short: Count }) {
  const rate = useRate();
  const settings = useAppSelector(selectSettings);
  const steps = topUpsFor(settings, short);
  return (
    <div role="status">
      <p className={styles.title}>Top up {tokensText(short, rate)} or more to continue</p>
      {steps > 1 ? (
        <p>
          A top-up is at most {formatMoney(topUpBounds(settings).max, settings.currency)}, so this takes{' '}
          {steps}.
        </p>
      ) : null}
    </div>
  );
}

/** Keeps one idempotency key for a purchase and its retries, even across a top-up. */
function useSpending({ tokens: shown, subject, spend, onDone, refuse }: SpendTokensProps) {
  const intent = useIdempotencyKey(newIdempotencyKey);
  const { focusWrong } = useRefusals();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [missing, setMissing] = useState(0);
  // A changed price starts a new payment.
  const { amount: tokens, learn } = useExpectedPrice(shown);
  const run = async () => {
    if (busy) return;
    if (refuse?.()) return focusWrong();
    setBusy(true);
    setProblem(null);
    try {
      await spend({ key: intent.keyFor(`${subject}/${tokens}`), tokens });
      intent.settle();
      onDone();
    } catch (caught) {
      learn(caught);
      // The server doesn't record the key of a payment refused for lack of funds, so the same payment
      // succeeds after a top-up.
      if (problemCode(caught) === 'insufficient_balance') setMissing(missingTokens(caught));
      else setProblem(caught);
    }
    setBusy(false);
  };
  return { tokens, busy, problem, missing, run, forget: () => setMissing(0) };
}

/**
 * Pays with tokens. If the balance is too low, offers to top up the missing amount and then returns to the
 * purchase.
 */
export function SpendTokens(props: SpendTokensProps) {
  const { label, word } = props;
  const balance = useAppSelector(selectBalance);
  const rate = useRate();
  const [added, setAdded] = useState(0);
  const { tokens, busy, problem, missing, run, forget } = useSpending(props);
  const short = Math.max(missing, tokens - balance);
  const toppedUp = (topUp: { tokens: Count }) => {
    setAdded(topUp.tokens);
    forget();
  };
  return (
    <div className={styles.through}>
      <Sum tokens={tokens} balance={missing > 0 ? tokens - missing : balance} word={word} />
      {short > 0 ? (
        <>
          {problem ? <RefusalNotice problem={problem} /> : null}
          <TopUpFirst short={short} />
          <TopUpForm key={short} missing={short} onDone={toppedUp} />
        </>
      ) : (
        <>
          {added > 0 ? (
            <Notice tone="success" announce>
              {tokensText(added, rate)} added to your wallet.
            </Notice>
          ) : null}
          {problem ? <RefusalNotice problem={problem} /> : null}
          <Button
            variant="primary"
            large
            block
            busy={busy}
            onClick={() => void run()}
            ref={added > 0 ? focusOnce : undefined}
          >
            {label(tokens)}
          </Button>
        </>
      )}
    </div>
  );
}

/** After a top-up, the purchase button is what to press next. */
const focusOnce = (button: HTMLButtonElement | null) => button?.focus();
