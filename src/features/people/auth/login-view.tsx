import { Link } from '#ui/content/link.tsx';
import { useEffect } from 'react';
import { routes } from '#config/routes.ts';
import {
  loginFailed,
  loginFormLeft,
  loginRequested,
  selectLogin,
  tokenReceived,
} from '#state/session/auth.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { Problem } from '#services/http/problem.ts';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { Button } from '#ui/content/button.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { PasswordInput } from '#ui/forms/password-input.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { AuthCard } from './auth-card.tsx';
import { OtherWay } from './auth-switch.tsx';
import { useLoginReason } from './use-login-reason.ts';
import { CodeForm } from './code-form.tsx';
import { ReactivateForm } from './reactivate-form.tsx';
import { PasskeyLogin } from './passkey-login.tsx';
import { SocialButtons } from './social-buttons.tsx';
import styles from './auth.module.css';
import { ResendVerification } from '#components/people/auth/resend-verification.tsx';

type SessionReply = ReplyOf<'POST /auth/login'>;

/** Buttons that fill in one of the two demo accounts. */
function DemoAccounts({ onPick }: { onPick: (name: string, password: string) => void }) {
  const demo = useAppSelector(selectSettings).demo;
  if (!demo) return null;
  return (
    <Notice title="This is a demo" className={styles.demo}>
      <p>Log in with either of these accounts. The password is “{demo.password}”.</p>
      <div className={styles.accounts}>
        <Button onClick={() => onPick(demo.user, demo.password)}>{demo.user}</Button>
        <Button onClick={() => onPick(demo.performer, demo.password)}>{demo.performer}</Button>
      </div>
    </Notice>
  );
}

const required = ({ credentials, password }: { credentials: string; password: string }) => ({
  ...(credentials.trim() ? {} : { credentials: 'Enter your username or email.' }),
  ...(password ? {} : { password: 'Enter your password.' }),
});

const newHere = (
  <>
    New here? <OtherWay to={routes.register}>Join</OtherWay>
  </>
);

/** Refusals after the right password that another form goes on from. */
const goesOn: readonly string[] = ['second_factor_required', 'account_deactivated'];

/** Asks for the code of an account with two-factor authentication, or the owner of a deactivated one to come back. */
function NextStep({ problem, remember }: { problem: Problem; remember: boolean }) {
  const dispatch = useAppDispatch();
  const onSession = (session: SessionReply) => void dispatch(tokenReceived({ ...session, remember }));
  const onBack = () => void dispatch(loginFormLeft());
  if (problem.code === 'account_deactivated')
    return (
      <AuthCard title="Welcome back">
        <ReactivateForm problem={problem} onSession={onSession} onBack={onBack} />
      </AuthCard>
    );
  return (
    <AuthCard title="Enter your code">
      <CodeForm
        problem={problem}
        onSession={onSession}
        onExpired={(next) => void dispatch(loginFailed(next))}
        onBack={onBack}
      />
    </AuthCard>
  );
}

function OtherWays({ remember }: { remember: boolean }) {
  const dispatch = useAppDispatch();
  const passkey = (
    <PasskeyLogin
      remember={remember}
      onSession={(session) => void dispatch(tokenReceived({ ...session, remember }))}
      onProblem={(problem) => void dispatch(loginFailed(problem))}
    />
  );
  return <SocialButtons first={passkey} />;
}

/** What can be done about a refused login. */
function AfterRefusal({ problem, email }: { problem: Problem | null; email: string }) {
  if (typeof problem?.['decision'] === 'string')
    return <Link href={problem['decision']}>Read the decision and appeal it</Link>;
  return problem?.code === 'email_not_verified' ? <ResendVerification email={email} /> : null;
}

/** `/auth/login`, by username or email. The session saga and the page flags decide where it leads. */
export function LoginView() {
  const dispatch = useAppDispatch();
  const why = useLoginReason();
  const { requesting, error } = useAppSelector(selectLogin);
  const form = useForm({
    initial: { credentials: '', password: '', remember: true },
    check: required,
    submit: async (values) =>
      void dispatch(loginRequested({ ...values, credentials: values.credentials.trim() })),
  });
  useEffect(() => () => void dispatch(loginFormLeft()), [dispatch]);
  const errors = error && !requesting ? [{ message: error.message }] : form.errors;
  const pick = (name: string, password: string) => {
    form.set('credentials', name);
    form.set('password', password);
  };
  if (error && !requesting && goesOn.includes(error.code))
    return <NextStep problem={error} remember={form.values.remember} />;
  return (
    <AuthCard
      title="Log in"
      lead={why && `Log in to ${why}.`}
      below={newHere}
      last={<DemoAccounts onPick={pick} />}
    >
      <Form method="post" onSubmit={form.onSubmit}>
        <Stack>
          <FormErrors errors={errors} />
          <AfterRefusal problem={error} email={form.values.credentials} />
          <TextInput
            label="Username or email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            {...form.text('credentials')}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            {...form.text('password')}
          />
          <div className={styles.beside}>
            <Checkbox label="Remember me" {...form.flag('remember')} />
            <Link href={routes.forgotPassword}>Forgot your password?</Link>
          </div>
          <Button type="submit" variant="primary" large block busy={requesting}>
            Log in
          </Button>
        </Stack>
      </Form>
      <OtherWays remember={form.values.remember} />
    </AuthCard>
  );
}
