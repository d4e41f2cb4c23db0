import type { Tokens as Count } from '#lib/units.ts';
import { useState } from 'react';
import { problemCode } from '#lib/problem.ts';
import { newIntentKey } from '#services/http/idempotency-key.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectBalance } from '#state/session/user.ts';
import { Button } from '#ui/content/button.tsx';
import { Tokens, tokensText, useRate } from '#ui/content/money.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { useIdempotencyKey } from '../payments/use-idempotency-key.ts';
import { useExpectedPrice } from '../payments/use-expected-price.ts';
import { RefusalNotice } from '../lists/refusal-notice.tsx';
import { TopUpForm } from './top-up-form.tsx';
import styles from '../payments/payment.module.css';

export interface SpendTokensProps {
  /** Price; 0 while it isn't decided. */
  readonly tokens: Count;
  /** On the button, for the tokens that pressing it pays: "Unlock for 120 tokens". */
  readonly label: (tokens: Count) => string;
  /** What the tokens are, where they aren't one thing's price: "Total". */
  readonly word?: string;
  /** Names what is paid for; another one is another intent. */
  readonly about: string;
  /** Pays `tokens`, the price that stands on the button. Rejects with the problem as the server gave it. */
  readonly spend: (attempt: { readonly key: string; readonly tokens: Count }) => Promise<void>;
  readonly onDone: () => void;
  /** Why it can't be paid yet, said when the person tries. */
  readonly refuse?: () => string | null;
}

const missingOf = (problem: unknown): number => {
  const missing = (problem as { missing?: unknown } | null)?.missing;
  return typeof missing === 'number' ? missing : 0;
};

/** Price, balance, and what would be left or is missing. */
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

/** One try and its retries under one key: after a top-up it is still the same purchase. */
function useSpending({ tokens: shown, about, spend, onDone, refuse }: SpendTokensProps) {
  const intent = useIdempotencyKey(newIntentKey);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [missing, setMissing] = useState(0);
  // Another price than the one that was seen is another intent.
  const { amount: tokens, learn } = useExpectedPrice(shown);
  const run = async () => {
    if (busy || refuse?.()) return;
    setBusy(true);
    setProblem(null);
    try {
      await spend({ key: intent.keyFor(`${about}/${tokens}`), tokens });
      intent.settle();
      onDone();
    } catch (caught) {
      learn(caught);
      // A refusal of the wallet leaves no trace of the key: after a top-up the very same purchase goes
      // through.
      if (problemCode(caught) === 'insufficient_balance') setMissing(missingOf(caught));
      else setProblem(caught);
    }
    setBusy(false);
  };
  return { tokens, busy, problem, missing, run, forget: () => setMissing(0) };
}

/**
 * Pays with tokens. Where they don't suffice it offers exactly what is missing and comes back to the same
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
          <p role="status" className={styles.title}>
            Top up {tokensText(short, rate)} or more to continue
          </p>
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

/** After a top-up the purchase itself is the next thing to press. */
const focusOnce = (button: HTMLButtonElement | null) => button?.focus();
