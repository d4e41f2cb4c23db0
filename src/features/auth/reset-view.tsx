import Link from 'next/link';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes';
import { brokenLink, mailToken } from '#lib/mail-token';
import { resetPassword } from '#services/auth';
import { sentPassword } from '#services/password';
import { useApi, useAppSelector } from '#state/hooks';
import { selectSettings } from '#state/settings';
import { Button } from '#ui/button';
import { ButtonLink } from '#ui/button-link';
import { FormErrors } from '#ui/form-errors';
import { Notice } from '#ui/notice';
import { Stack } from '#ui/stack';
import { PasswordInput } from '#ui/text-input';
import { useForm } from '#ui/use-form';
import { useHydrated } from '#ui/use-hydrated';
import { AuthCard } from './auth-card.tsx';

/** `/auth/reset-password?token=…`, from the mail. */
export function ResetView() {
  const api = useApi();
  const settings = useAppSelector(selectSettings);
  const router = useRouter();
  const token = mailToken(router.query['token']) ?? '';
  const hydrated = useHydrated();
  const [done, setDone] = useState(false);
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (password.length >= 8 ? {} : { password: 'Use at least 8 characters.' }),
    submit: async ({ password }) => {
      await resetPassword(api, { token, password: await sentPassword(password, settings.passwordHashing) });
      setDone(true);
    },
  });
  if (done) {
    return (
      <AuthCard title="Your password is set">
        <Stack>
          <Notice tone="success" announce>
            Every other session has ended. Log in with the new password.
          </Notice>
          <ButtonLink href={routes.login} variant="primary" large block>
            Log in
          </ButtonLink>
        </Stack>
      </AuthCard>
    );
  }
  // The page is drawn at build time, when there is no address yet.
  if (hydrated && router.isReady && !token) {
    return (
      <AuthCard
        title="This link isn’t complete"
        below={<Link href={routes.forgotPassword}>Send a new link</Link>}
      >
        <Notice tone="danger">{brokenLink}</Notice>
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Set a new password" below={<Link href={routes.forgotPassword}>Send a new link</Link>}>
      <form method="post" onSubmit={form.onSubmit} noValidate>
        <Stack>
          <FormErrors errors={form.errors} />
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            hint="At least 8 characters."
            required
            {...form.text('password')}
          />
          <Button type="submit" variant="primary" large block busy={form.busy}>
            Save the password
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}
