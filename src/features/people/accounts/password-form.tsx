import { useState } from 'react';
import { listConnections } from '#services/people/auth/social.ts';
import { useRead } from '#state/query/hooks.ts';
import { passwordUpdateRequested, selectPasswordUpdate } from '#state/session/user.ts';
import { selectSettings } from '#state/session/settings.ts';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { PasswordInput } from '#ui/forms/password-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';

const initial = { password: '' };
const check = ({ password }: typeof initial) =>
  password.length >= 8 ? {} : { password: 'Use at least 8 characters.' };

/** Whether the account has a password yet: one made with a provider has none. */
function useHasPassword(): boolean {
  const { socialLogins } = useAppSelector(selectSettings);
  const { data } = useRead(listConnections, socialLogins.length === 0 ? null : {});
  return data?.hasPassword ?? true;
}

/** Changes the password, or sets the first one, after a proof. All other sessions end. */
export function PasswordForm() {
  const dispatch = useAppDispatch();
  const { updating, success, error } = useAppSelector(selectPasswordUpdate);
  const hasPassword = useHasPassword();
  const [asked, setAsked] = useState(false);
  const form = useForm({
    initial,
    check,
    submit: async (values) => {
      setAsked(true);
      dispatch(passwordUpdateRequested(values));
    },
  });
  const { set } = form;
  // Clear the field only once the server has accepted it.
  if (success && !updating && asked) {
    setAsked(false);
    set('password', '');
  }
  const refused = error && !updating && asked ? [{ message: error.message }] : [];
  return (
    <Form method="post" onSubmit={form.onSubmit}>
      <Stack>
        <FormErrors errors={form.errors.length > 0 ? form.errors : refused} />
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters. You’ll be logged out everywhere else."
          required
          {...form.text('password')}
        />
        <div>
          <Button type="submit" busy={updating}>
            {hasPassword ? 'Change password' : 'Set password'}
          </Button>
        </div>
      </Stack>
    </Form>
  );
}
