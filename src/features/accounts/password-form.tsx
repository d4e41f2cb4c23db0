import { useState } from 'react';
import { passwordUpdateRequested, selectPasswordUpdate } from '#state/session/user.ts';
import { useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { PasswordInput } from '#ui/forms/password-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';

const initial = { source: '', password: '' };

function check({ source, password }: typeof initial) {
  return {
    ...(source ? {} : { source: 'Enter your current password.' }),
    ...(password.length >= 8 ? {} : { password: 'Use at least 8 characters.' }),
  };
}

/** Changes the password, which ends all other sessions. */
export function PasswordForm() {
  const dispatch = useAppDispatch();
  const { updating, success, error } = useAppSelector(selectPasswordUpdate);
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
  // Clear the fields only once the server has accepted them, so that an error in one doesn't cost the other.
  if (success && !updating && asked) {
    setAsked(false);
    set('source', '');
    set('password', '');
  }
  const refused = error && !updating && asked ? [{ message: error.message }] : [];
  return (
    <form method="post" onSubmit={form.onSubmit} noValidate>
      <Stack>
        <FormErrors errors={form.errors.length > 0 ? form.errors : refused} />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          {...form.text('source')}
        />
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters. You’ll be logged out everywhere else."
          required
          {...form.text('password')}
        />
        <div>
          <Button type="submit" busy={updating}>
            Change password
          </Button>
        </div>
      </Stack>
    </form>
  );
}
