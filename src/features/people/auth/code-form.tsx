import { useState } from 'react';
import { loginWithCode } from '#services/people/auth/factors.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import { problemCode } from '#lib/problem.ts';
import type { ApiProblem, Problem } from '#services/http/problem.ts';
import { useApi, useAppStore } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { PasskeyLogin } from './passkey-login.tsx';
import { CodeInput } from '#components/people/auth/code-input.tsx';

export interface CodeFormProps {
  /** The refusal that asked for a code. */
  readonly problem: Problem;
  readonly onSession: (session: ReplyOf<'POST /auth/login/code'>) => void;
  /** The challenge has expired, or the account is deactivated: another form goes on. */
  readonly onExpired: (problem: Problem) => void;
  readonly onBack: () => void;
}

/** Refusals that the form can't do anything about: log in anew, or say that one wants to come back. */
const leadOn: readonly string[] = ['login_expired', 'account_deactivated'];

/** The form replaces the password’s; typing goes on in it. */
const focus = (input: HTMLInputElement | null) => input?.focus();

/** The second step of a login. An expired challenge leads back to the password. */
export function CodeForm({ problem, onSession, onExpired, onBack }: CodeFormProps) {
  const api = useApi();
  const { storage } = useAppStore().deps;
  const [refused, setRefused] = useState<Problem | null>(null);
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() ? {} : { code: 'Enter the code.' }),
    submit: async ({ code }) => {
      setRefused(null);
      const device = storage.local.read('device');
      const challenge = String(problem['challenge']);
      try {
        onSession(await loginWithCode(api, { body: { challenge, code, ...(device && { device }) } }));
      } catch (caught) {
        if (!leadOn.includes(problemCode(caught) ?? '')) throw caught;
        onExpired((caught as ApiProblem).problem);
      }
    },
  });
  return (
    <Form method="post" onSubmit={form.onSubmit}>
      <Stack>
        <FormErrors errors={refused ? [{ message: refused.message }] : form.errors} />
        <CodeInput ref={focus} {...form.text('code')} />
        <Button type="submit" variant="primary" large block busy={form.busy}>
          Log in
        </Button>
        {Array.isArray(problem['ways']) && problem['ways'].includes('passkey') ? (
          <PasskeyLogin
            remember={false}
            challenge={String(problem['challenge'])}
            onSession={onSession}
            onProblem={(next) => (leadOn.includes(next.code) ? onExpired(next) : setRefused(next))}
          />
        ) : null}
        <Button variant="quiet" block onClick={onBack}>
          Back
        </Button>
      </Stack>
    </Form>
  );
}
