import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import { brokenLink, mailToken } from '#lib/mail-token.ts';
import { problemMessage } from '#lib/problem.ts';
import { answerEmailChange } from '#services/people/auth/auth.ts';
import { useApi } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { ErrorBox } from '#ui/forms/error-box.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { AuthCard } from './auth-card.tsx';

type State = 'waiting' | 'done' | 'undone';
type Answer = 'agree' | 'undo';

/** The result, and what is left to do. */
function Answered({ state }: { state: State }) {
  if (state === 'undone') {
    return (
      <AuthCard title="Email change undone">
        <Stack>
          <Notice tone="success" announce>
            Your account is back to its old email address. All other sessions were logged out.
          </Notice>
          <p>If you didn’t request this change, someone knows your password. Set a new one now.</p>
          <ButtonLink href={routes.forgotPassword} variant="primary" large block>
            Set new password
          </ButtonLink>
        </Stack>
      </AuthCard>
    );
  }
  return (
    <AuthCard title={state === 'done' ? 'Email changed' : 'Change approved'}>
      <Stack>
        <Notice tone="success" announce>
          {state === 'done'
            ? 'Your account now uses the new address.'
            : 'Now open the link we sent to the new address.'}
        </Notice>
        <ButtonLink href={routes.login} variant="primary" large block>
          Continue
        </ButtonLink>
      </Stack>
    </AuthCard>
  );
}

/**
 * `/auth/email-change?token=…`, linked from the email to the old address. Requires a button press, because
 * mail scanners open links too.
 */
export function EmailChangeView() {
  const api = useApi();
  const token = mailToken(useRouter().query['token']);
  const hydrated = useHydrated();
  const [busy, setBusy] = useState<Answer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [state, setState] = useState<State | null>(null);
  const say = async (answer: Answer) => {
    setBusy(answer);
    setProblem(null);
    await answerEmailChange(api, { body: { token: token ?? '', answer } }).then(
      (reply) => setState(reply.state),
      (caught: unknown) => setProblem(problemMessage(caught)),
    );
    setBusy(null);
  };
  if (state) return <Answered state={state} />;
  if (hydrated && !token)
    return (
      <AuthCard title="This link is incomplete">
        <Notice tone="danger">{brokenLink}</Notice>
      </AuthCard>
    );
  return (
    <AuthCard
      title="Change your account’s email?"
      lead="We received a request to change your account’s email address."
    >
      <Stack>
        {problem ? <ErrorBox problem={problem}>{problem}</ErrorBox> : null}
        <Button
          variant="primary"
          large
          block
          busy={busy === 'agree'}
          disabled={busy !== null}
          onClick={() => void say('agree')}
        >
          Change email
        </Button>
        <Button large block busy={busy === 'undo'} disabled={busy !== null} onClick={() => void say('undo')}>
          This wasn’t me
        </Button>
        <p>You can undo the change for a week. Undoing it logs out all other sessions.</p>
      </Stack>
    </AuthCard>
  );
}
