import type { PayoutMethod } from '#contract/payouts';
import { sentPassword } from '#services/password';
import { useChoosePayoutMethodMutation } from '#state/api-payouts';
import { useAppSelector } from '#state/hooks';
import { selectSettings } from '#state/settings';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { FormErrors } from '#ui/form-errors';
import { Stack } from '#ui/stack';
import { PasswordInput } from '#ui/text-input';
import { toast } from '#ui/toast';
import { useForm } from '#ui/use-form';

/** Chooses a method there is, with the password. */
export function PayoutChooseDialog({ method, onClose }: { method: PayoutMethod; onClose: () => void }) {
  const { passwordHashing } = useAppSelector(selectSettings);
  const [choose] = useChoosePayoutMethodMutation();
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (password ? {} : { password: 'Enter your password.' }),
    submit: async ({ password }) => {
      await choose({ id: method._id, password: await sentPassword(password, passwordHashing) }).unwrap();
      toast.success('Chosen. We sent you a mail that can take it back.');
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={`Pay out to ${method.bank}?`}>
      <form method="post" onSubmit={form.onSubmit} noValidate>
        <Stack>
          <p>
            From now on your payouts go to {method.bank}, ending in {method.last4}. A payout that is on its
            way keeps going where it was asked to.
          </p>
          <FormErrors errors={form.errors} />
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            required
            {...form.text('password')}
          />
          <Button type="submit" variant="primary" block busy={form.busy}>
            Pay out there
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
