import { Link } from '#ui/content/link.tsx';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import { forgotPassword } from '#services/people/auth/auth.ts';
import { useApi } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { AuthCard } from './auth-card.tsx';

/** `/auth/forgot-password`. The response is the same whether or not the address has an account. */
export function ForgotView() {
  const api = useApi();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => (email.includes('@') ? {} : { email: 'Enter an email address.' }),
    submit: async ({ email }) => {
      await forgotPassword(api, { body: { email: email.trim() } });
      setSentTo(email.trim());
    },
  });
  const back = <Link href={routes.login}>Back to login</Link>;
  if (sentTo) {
    return (
      <AuthCard title="Check your email" below={back}>
        <Notice tone="success" announce>
          If {sentTo} belongs to an account, we’ve sent it a link to reset the password. The link expires in
          an hour.
        </Notice>
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Reset your password" lead="We’ll email you a link." below={back}>
      <Form method="post" onSubmit={form.onSubmit}>
        <Stack>
          <FormErrors errors={form.errors} />
          <TextInput label="Email" type="email" autoComplete="email" required {...form.text('email')} />
          <Button type="submit" variant="primary" large block busy={form.busy}>
            Send link
          </Button>
        </Stack>
      </Form>
    </AuthCard>
  );
}
