import { useState } from 'react';
import { problemMessage } from '#lib/problem';
import { sendVerificationMail } from '#services/auth';
import { useApi } from '#state/hooks';
import { Button } from '#ui/button';
import { Notice } from '#ui/notice';
import { useWayBack } from './way-back.tsx';
import styles from './resend-verification.module.css';

/** Sends the verification mail again. The answer is the same whether the address is known here or not. */
export function ResendVerification({ email }: { email: string }) {
  const api = useApi();
  const from = useWayBack();
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const send = async () => {
    setState('sending');
    setProblem(null);
    try {
      await sendVerificationMail(api, { email: email.trim(), from });
      setState('sent');
    } catch (caught) {
      setProblem(problemMessage(caught));
      setState('idle');
    }
  };
  if (state === 'sent')
    return (
      <Notice tone="success" announce>
        If that address belongs to an account, a new mail is on its way.
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
        Send the mail again
      </Button>
      {email.includes('@') ? null : (
        <p className={styles.hint}>Enter your e-mail address above to have it sent again.</p>
      )}
    </div>
  );
}
