import { limits } from '#config/limits';
import { useCreateTrialMutation } from '#state/api-promotions';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { FormErrors } from '#ui/form-errors';
import { Stack } from '#ui/stack';
import { TextInput } from '#ui/text-input';
import { toast } from '#ui/toast';
import { useForm } from '#ui/use-form';
import { noTerms, numberIn, sentTerms, termErrors } from './promotion-terms.tsx';
import { TermFields } from './term-fields.tsx';

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
    initial: { days: '7', ...noTerms },
    check,
    submit: async (values) => {
      await create({ days: Number(values.days), ...sentTerms(values) }).unwrap();
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
          <TermFields text={form.text} maxLabel="How many fans can take it" />
          <Button type="submit" variant="primary" block busy={form.busy}>
            Make the link
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
