import { type ReactNode, useState } from 'react';
import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import { brokenLink, mailToken } from '#lib/mail-token.ts';
import { problemMessage } from '#lib/problem.ts';
import type { Api } from '#services/http/api.ts';
import { useApi, useAppDispatch } from '#state/hooks.ts';
import { sessionEndsHere } from '#state/session/auth.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { ErrorBox } from '#ui/forms/error-box.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { AuthCard } from './auth-card.tsx';

interface MailedUndoProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly label: string;
  readonly undo: (api: Api, input: { readonly body: { readonly token: string } }) => Promise<unknown>;
  readonly done: { readonly title: string; readonly notice: string; readonly next: string };
}

const Undone = ({ title, notice, next }: MailedUndoProps['done']) => (
  <AuthCard title={title}>
    <Stack>
      <Notice tone="success" announce>
        {notice}
      </Notice>
      <p>{next}</p>
      <ButtonLink href={routes.forgotPassword} variant="primary" large block>
        Set new password
      </ButtonLink>
    </Stack>
  </AuthCard>
);

/** Requires a button press, because mail scanners open links too. */
function Ask({ token, title, text, label, undo, done }: MailedUndoProps & { token: string }) {
  const api = useApi();
  const dispatch = useAppDispatch();
  const [step, setStep] = useState<'asks' | 'busy' | 'done'>('asks');
  const [problem, setProblem] = useState<string | null>(null);
  const press = async () => {
    setStep('busy');
    setProblem(null);
    dispatch(sessionEndsHere());
    try {
      await undo(api, { body: { token } });
      setStep('done');
    } catch (caught) {
      setProblem(problemMessage(caught));
      setStep('asks');
    }
  };
  if (step === 'done') return <Undone {...done} />;
  return (
    <AuthCard title={title}>
      <Stack>
        <p>{text}</p>
        {problem ? <ErrorBox problem={problem}>{problem}</ErrorBox> : null}
        <Button variant="primary" large block busy={step === 'busy'} onClick={() => void press()}>
          {label}
        </Button>
        <p>If it was you, you can close this page.</p>
      </Stack>
    </AuthCard>
  );
}

/** The page of a link that undoes what someone else did with the account; works logged in or out. */
export function MailedUndo(props: MailedUndoProps) {
  const token = mailToken(useRouter().query['token']);
  const hydrated = useHydrated();
  if (token || !hydrated) return <Ask {...props} token={token ?? ''} />;
  return (
    <AuthCard title="This link is incomplete">
      <Notice tone="danger">{brokenLink}</Notice>
    </AuthCard>
  );
}
