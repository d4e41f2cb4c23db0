import type { PayoutMethod } from '#contract/payouts.ts';
import { sentPassword } from '#services/password-hash.ts';
import { useChoosePayoutMethodMutation } from '#state/api/payouts.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { Button } from '#ui/content/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { PasswordInput } from '#ui/forms/password-input.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useForm } from '#ui/forms/use-form.ts';

/** Makes an existing payout method the default; requires the password. */
export function PayoutChooseDialog({ method, onClose }: { method: PayoutMethod; onClose: () => void }) {
  const { passwordHashing } = useAppSelector(selectSettings);
  const [choose] = useChoosePayoutMethodMutation();
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (password ? {} : { password: 'Enter your password.' }),
    submit: async ({ password }) => {
      await choose({ id: method._id, password: await sentPassword(password, passwordHashing) }).unwrap();
      toast.success('Saved. We emailed you a link to undo it.');
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={`Send payouts to ${method.bank}?`}>
      <form method="post" onSubmit={form.onSubmit} noValidate>
        <Stack>
          <p>
            From now on your payouts go to {method.bank}, ending in {method.last4}. Payouts already requested
            aren’t affected.
          </p>
          <FormErrors errors={form.errors} />
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            required
            {...form.text('password')}
          />
          <Button type="submit" variant="primary" block busy={form.busy}>
            Use this method
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
