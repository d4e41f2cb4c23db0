import { Link } from '#ui/content/link.tsx';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import { forgotPassword } from '#services/auth.ts';
import { useApi } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { AuthCard } from './auth-card.tsx';

/** `/auth/forgot-password`: the answer is the same whether the address is known here or not. */
export function ForgotView() {
  const api = useApi();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => (email.includes('@') ? {} : { email: 'Enter an e-mail address.' }),
    submit: async ({ email }) => {
      await forgotPassword(api, email.trim());
      setSentTo(email.trim());
    },
  });
  const back = <Link href={routes.login}>Back to log in</Link>;
  if (sentTo) {
    return (
      <AuthCard title="Check your mail" below={back}>
        <Notice tone="success" announce>
          If {sentTo} belongs to an account, a link to set a new password is on its way. It works for an hour.
        </Notice>
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Set a new password" lead="We send you a link." below={back}>
      <form method="post" onSubmit={form.onSubmit} noValidate>
        <Stack>
          <FormErrors errors={form.errors} />
          <TextInput label="E-mail" type="email" autoComplete="email" required {...form.text('email')} />
          <Button type="submit" variant="primary" large block busy={form.busy}>
            Send the link
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}
