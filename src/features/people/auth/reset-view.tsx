import { Link } from '#ui/content/link.tsx';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import { brokenLink, mailToken } from '#lib/mail-token.ts';
import { resetPassword } from '#services/people/auth/auth.ts';
import { sentPassword } from '#services/people/auth/password-hash.ts';
import { deviceReceived } from '#state/session/auth.ts';
import { useApi, useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { PasswordInput } from '#ui/forms/password-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { AuthCard } from './auth-card.tsx';

const PasswordChanged = () => (
  <AuthCard title="Password changed">
    <Stack>
      <Notice tone="success" announce>
        You’ve been logged out everywhere. Log in with your new password.
      </Notice>
      <ButtonLink href={routes.login} variant="primary" large block>
        Log in
      </ButtonLink>
    </Stack>
  </AuthCard>
);

const IncompleteLink = () => (
  <AuthCard title="This link is incomplete" below={<Link href={routes.forgotPassword}>Send new link</Link>}>
    <Notice tone="danger">{brokenLink}</Notice>
  </AuthCard>
);

/** `/auth/reset-password?token=…`, linked from the email. */
export function ResetView() {
  const api = useApi();
  const dispatch = useAppDispatch();
  const settings = useAppSelector(selectSettings);
  const router = useRouter();
  const token = mailToken(router.query['token']) ?? '';
  const hydrated = useHydrated();
  const [done, setDone] = useState(false);
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (password.length >= 8 ? {} : { password: 'Use at least 8 characters.' }),
    submit: async ({ password }) => {
      const { device } = await resetPassword(api, {
        body: { token, password: await sentPassword(password, settings.passwordHashing) },
      });
      dispatch(deviceReceived(device));
      setDone(true);
    },
  });
  if (done) return <PasswordChanged />;
  // The page is rendered at build time, when there is no URL yet.
  if (hydrated && router.isReady && !token) return <IncompleteLink />;
  return (
    <AuthCard title="Set a new password" below={<Link href={routes.forgotPassword}>Send new link</Link>}>
      <Form method="post" onSubmit={form.onSubmit}>
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
            Save password
          </Button>
        </Stack>
      </Form>
    </AuthCard>
  );
}
