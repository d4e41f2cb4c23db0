import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import { brokenLink, mailToken } from '#lib/mail-token.ts';
import { problemMessage } from '#lib/problem.ts';
import { undoSecondFactor } from '#services/auth/factors.ts';
import { useApi } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { ErrorBox } from '#ui/forms/error-box.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { AuthCard } from './auth-card.tsx';
import { EmailChangeView } from './email-change-view.tsx';

const Undone = () => (
  <AuthCard title="Two-factor authentication is off">
    <Stack>
      <Notice tone="success" announce>
        Logging in takes only your password again. All sessions were logged out.
      </Notice>
      <p>Someone may know your password. Set a new one now.</p>
      <ButtonLink href={routes.forgotPassword} variant="primary" large block>
        Set new password
      </ButtonLink>
    </Stack>
  </AuthCard>
);

/** Requires a button press, because mail scanners open links too. */
function Ask({ token }: { token: string }) {
  const api = useApi();
  const [step, setStep] = useState<'asks' | 'busy' | 'done'>('asks');
  const [problem, setProblem] = useState<string | null>(null);
  const press = async () => {
    setStep('busy');
    setProblem(null);
    try {
      await undoSecondFactor(api, token);
      setStep('done');
    } catch (caught) {
      setProblem(problemMessage(caught));
      setStep('asks');
    }
  };
  if (step === 'done') return <Undone />;
  return (
    <AuthCard title="Turn off two-factor authentication?">
      <Stack>
        <p>
          It was turned on for your account. If this wasn’t you, turn it off here. All sessions are logged
          out.
        </p>
        {problem ? <ErrorBox problem={problem}>{problem}</ErrorBox> : null}
        <Button variant="primary" large block busy={step === 'busy'} onClick={() => void press()}>
          Turn off
        </Button>
        <p>If it was you, you can close this page.</p>
      </Stack>
    </AuthCard>
  );
}

/** Linked from the email; works logged in or out. */
function UndoSecondFactorView() {
  const token = mailToken(useRouter().query['token']);
  const hydrated = useHydrated();
  if (token || !hydrated) return <Ask token={token ?? ''} />;
  return (
    <AuthCard title="This link is incomplete">
      <Notice tone="danger">{brokenLink}</Notice>
    </AuthCard>
  );
}

/**
 * `/auth/email-change?token=…`, and with `undo=second-factor` the same for two-factor authentication. One page
 * for both: with a page of its own, the bundler splits the scripts that all pages share, which costs each
 * 0.8 kB.
 */
export const MailedUndoView = () =>
  useRouter().query['undo'] === 'second-factor' ? <UndoSecondFactorView /> : <EmailChangeView />;
