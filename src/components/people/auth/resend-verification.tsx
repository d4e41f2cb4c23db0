import { useState } from 'react';
import { problemMessage } from '#lib/problem.ts';
import { verifyEmail } from '#services/people/auth/auth.ts';
import { useApi } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { useReturnAddress } from './return-address.ts';
import styles from './resend-verification.module.css';

/** Resends the verification email. The response is the same whether or not the address has an account. */
export function ResendVerification({ email }: { email: string }) {
  const api = useApi();
  const from = useReturnAddress();
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const send = async () => {
    setState('sending');
    setProblem(null);
    try {
      await verifyEmail(api, { body: { email: email.trim(), ...(from && { from }) } });
      setState('sent');
    } catch (caught) {
      setProblem(problemMessage(caught));
      setState('idle');
    }
  };
  if (state === 'sent')
    return (
      <Notice tone="success" announce>
        If that address belongs to an account, we’ve sent it a new email.
      </Notice>
    );
  return (
    <div>
      {problem ? (
        <Notice tone="danger" announce>
          {problem}
        </Notice>
      ) : null}
      <Button onClick={() => void send()} busy={state === 'sending'} disabled={!email.includes('@')}>
        Resend email
      </Button>
      {email.includes('@') ? null : (
        <p className={styles.hint}>Enter your email address above to get a new link.</p>
      )}
    </div>
  );
}
