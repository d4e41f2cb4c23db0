import { limits } from '#config/limits.ts';
import { createTrial } from '#services/trade/promotions.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Form } from '#ui/forms/form.tsx';
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

/** Creates a link to a free trial. */
export function NewTrial({ onClose }: { onClose: () => void }) {
  const [create] = useWrite(createTrial);
  const form = useForm<Values>({
    initial: { days: '7', ...noPricing },
    check,
    submit: async (values) => {
      await create({ body: { days: Number(values.days), ...sentPricing(values) } }).unwrap();
      toast.success('Trial link created. Copy it from the list.');
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title="New trial link">
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <p>
            Anyone with the link gets subscriber access for a few days. It ends automatically, and no one is
            charged.
          </p>
          <FormErrors errors={form.errors} />
          <TextInput
            label="Free days"
            inputMode="numeric"
            autoComplete="off"
            required
            hint={`${least} to ${most}. Each fan can use a trial once.`}
            {...form.text('days')}
          />
          <TermFields form={form} maxLabel="Maximum number of fans" />
          <Button type="submit" variant="primary" block busy={form.busy}>
            Create link
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
