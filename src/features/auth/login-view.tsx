import Link from 'next/link';
import { useEffect } from 'react';
import { routes } from '#config/routes';
import { loginFormLeft, loginRequested, selectLogin } from '#state/auth';
import { useAppDispatch, useAppSelector } from '#state/hooks';
import { selectSettings } from '#state/settings';
import { Button } from '#ui/button';
import { Checkbox } from '#ui/choice';
import { FormErrors } from '#ui/form-errors';
import { Notice } from '#ui/notice';
import { Stack } from '#ui/stack';
import { PasswordInput, TextInput } from '#ui/text-input';
import { useForm } from '#ui/use-form';
import { AuthCard } from './auth-card.tsx';
import { OtherWay } from './other-way.tsx';
import styles from './auth.module.css';
import { ResendVerification } from '#parts/resend-verification';

/** The two accounts of a demo site; one press fills the form in. */
function DemoAccounts({ onPick }: { onPick: (name: string, password: string) => void }) {
  const demo = useAppSelector(selectSettings).demo;
  if (!demo) return null;
  return (
    <Notice title="This is a demo" className={styles.demo}>
      <p>Look around as either of these people. The password is “{demo.password}”.</p>
      <div className={styles.accounts}>
        <Button onClick={() => onPick(demo.fan, demo.password)}>{demo.fan}</Button>
        <Button onClick={() => onPick(demo.creator, demo.password)}>{demo.creator}</Button>
      </div>
    </Notice>
  );
}

const required = ({ credentials, password }: { credentials: string; password: string }) => ({
  ...(credentials.trim() ? {} : { credentials: 'Enter your username or e-mail.' }),
  ...(password ? {} : { password: 'Enter your password.' }),
});

/** `/auth/login`: by username or e-mail. Where it leads is decided by the session saga and the page flags. */
export function LoginView() {
  const dispatch = useAppDispatch();
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
  return (
    <AuthCard
      title="Log in"
      below={
        <>
          New here? <OtherWay to={routes.register}>Join</OtherWay>
        </>
      }
      last={<DemoAccounts onPick={pick} />}
    >
      <form method="post" onSubmit={form.onSubmit} noValidate>
        <Stack>
          <FormErrors errors={errors} />
          {error?.code === 'email_not_verified' ? (
            <ResendVerification email={form.values.credentials} />
          ) : null}
          <TextInput
            label="Username or e-mail"
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
      </form>
    </AuthCard>
  );
}
