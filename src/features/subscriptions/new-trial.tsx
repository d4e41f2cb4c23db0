import { limits } from '#config/limits.ts';
import { useCreateTrialMutation } from '#state/api/promotions.ts';
import { Button } from '#ui/content/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useForm } from '#ui/forms/use-form.ts';
import { noPricing, numberIn, sentPricing, termErrors } from './promotion-pricing.ts';
import { TermFields } from './promotion-fields.tsx';

const [least, most] = limits.promotion.trialDays;
type Values = { days: string; maxUses: string; endsOn: string; message: string };
const check = (values: Values) => ({
  ...(numberIn(values.days, [least, most]) === null
    ? { days: `Enter a whole number from ${least} to ${most}.` }
    : {}),
  ...termErrors(values, Date.now()),
});

/** Makes a link that gives free days. */
export function NewTrial({ onClose }: { onClose: () => void }) {
  const [create] = useCreateTrialMutation();
  const form = useForm<Values>({
    initial: { days: '7', ...noPricing },
    check,
    submit: async (values) => {
      await create({ days: Number(values.days), ...sentPricing(values) }).unwrap();
      toast.success('Your link is ready: copy it from the list');
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title="New trial link">
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <p>
            Whoever opens the link can read like a subscriber for some days. It ends by itself and charges
            nothing.
          </p>
          <FormErrors errors={form.errors} />
          <TextInput
            label="Free days"
            inputMode="numeric"
            autoComplete="off"
            required
            hint={`${least} to ${most}. Each fan can have free days with you once.`}
            {...form.text('days')}
          />
          <TermFields form={form} maxLabel="How many fans can take it" />
          <Button type="submit" variant="primary" block busy={form.busy}>
            Make the link
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
