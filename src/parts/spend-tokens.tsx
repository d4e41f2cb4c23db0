import { useState } from 'react';
import { problemCode } from '#lib/problem';
import { newIntentKey } from '#services/intent-key';
import { useAppSelector } from '#state/hooks';
import { selectBalance } from '#state/user';
import { Button } from '#ui/button';
import { Tokens, tokensText, useRate } from '#ui/money';
import { Notice } from '#ui/notice';
import { useIntentKey } from './intent-key.tsx';
import { Refusal } from './refusal.tsx';
import { TopUpForm } from './top-up-form.tsx';
import styles from './payment.module.css';

export interface SpendTokensProps {
  /** Price; 0 while it isn't decided. */
  readonly tokens: number;
  /** On the button: "Unlock". */
  readonly label: string;
  /** What the tokens are, where they aren't one thing's price: "Total". */
  readonly word?: string;
  /** Names what is paid for; another one is another intent. */
  readonly about: string;
  /** Rejects with the problem as the server gave it. */
  readonly spend: (key: string) => Promise<void>;
  readonly onDone: () => void;
  /** Why it can't be paid yet, said when the person tries. */
  readonly refuse?: () => string | null;
}

const missingOf = (problem: unknown): number => {
  const missing = (problem as { missing?: unknown } | null)?.missing;
  return typeof missing === 'number' ? missing : 0;
};

/** Price, balance, and what would be left or is missing. */
function Sum({ tokens, balance, word = 'Price' }: { tokens: number; balance: number; word?: string }) {
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
        <dt>{left < 0 ? 'Missing' : 'Left afterwards'}</dt>
        <dd>
          <Tokens tokens={Math.abs(left)} />
        </dd>
      </div>
    </dl>
  );
}

/** One try and its retries under one key: after a top-up it is still the same purchase. */
function useSpending({ about, spend, onDone, refuse }: SpendTokensProps) {
  const intent = useIntentKey(newIntentKey);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [missing, setMissing] = useState(0);
  const run = async () => {
    if (busy || refuse?.()) return;
    setBusy(true);
    setProblem(null);
    try {
      await spend(intent.keyFor(about));
      intent.settle();
      onDone();
    } catch (caught) {
      // A refusal of the wallet leaves no trace of the key: after a top-up the very same purchase goes through.
      if (problemCode(caught) === 'insufficient_balance') setMissing(missingOf(caught));
      else setProblem(caught);
    }
    setBusy(false);
  };
  return { busy, problem, missing, run, forget: () => setMissing(0) };
}

/** Pays with tokens. Where they don't suffice it offers exactly what is missing and comes back to the same purchase. */
export function SpendTokens(props: SpendTokensProps) {
  const { tokens, label, word } = props;
  const balance = useAppSelector(selectBalance);
  const rate = useRate();
  const [added, setAdded] = useState(0);
  const { busy, problem, missing, run, forget } = useSpending(props);
  const short = Math.max(missing, tokens - balance);
  const toppedUp = (topUp: { tokens: number }) => {
    setAdded(topUp.tokens);
    forget();
  };
  return (
    <div className={styles.stack}>
      <Sum tokens={tokens} balance={missing > 0 ? tokens - missing : balance} word={word} />
      {short > 0 ? (
        <>
          <p role="status" className={styles.title}>
            Top up {tokensText(short, rate)} or more to carry on
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
          {problem ? <Refusal problem={problem} /> : null}
          <Button
            variant="primary"
            large
            block
            busy={busy}
            onClick={() => void run()}
            ref={added > 0 ? focusOnce : undefined}
          >
            {label}
          </Button>
        </>
      )}
    </div>
  );
}

/** After a top-up the purchase itself is the next thing to press. */
const focusOnce = (button: HTMLButtonElement | null) => button?.focus();
