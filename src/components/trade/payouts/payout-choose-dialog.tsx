import type { PayoutMethod } from '#contract/trade/payouts.ts';
import { choosePayoutMethod } from '#services/trade/payouts.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useForm } from '#ui/forms/use-form.ts';

/** Makes an existing payout method the default, which takes a proof. */
export function PayoutChooseDialog({ method, onClose }: { method: PayoutMethod; onClose: () => void }) {
  const [choose] = useWrite(choosePayoutMethod);
  const form = useForm({
    initial: {},
    submit: async () => {
      await choose({ params: { id: method._id }, body: {} }).unwrap();
      toast.success('Saved. We emailed you a link to undo it.');
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={`Send payouts to ${method.bank}?`}>
      <Form method="post" onSubmit={form.onSubmit}>
        <Stack>
          <p>
            From now on your payouts go to {method.bank}, ending in {method.last4}. Payouts already requested
            aren’t affected.
          </p>
          <FormErrors errors={form.errors} />
          <Button type="submit" variant="primary" block busy={form.busy}>
            Use this method
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
