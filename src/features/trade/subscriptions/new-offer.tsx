import { leastCharge } from '#config/currencies.ts';
import { limits } from '#config/limits.ts';
import type { PromotionAudience } from '#contract/trade/promotions.ts';
import { formatMoney } from '#lib/format.ts';
import { firstPrice } from '#lib/plans/first-price.ts';
import { getOwnPerformer } from '#services/people/creators.ts';
import { createOffer } from '#services/trade/promotions.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { useRate } from '#ui/content/money.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Select, TextInput } from '#ui/forms/text-input.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useForm } from '#ui/forms/use-form.ts';
import { noPricing, numberIn, sentPricing, termErrors } from './promotion-pricing.ts';
import { TermFields } from './promotion-fields.tsx';

const [least, most] = limits.promotion.percent;
const plans = [
  { value: 'monthly', label: 'The first month', plan: 'monthly' },
  { value: 'yearly', label: 'The first year', plan: 'yearly' },
  { value: 'both', label: 'The first month or year', plan: null },
] as const;
const audiences: readonly { readonly value: PromotionAudience; readonly label: string }[] = [
  { value: 'all', label: 'Everyone who isn’t subscribed' },
  { value: 'new', label: 'New fans who have never subscribed' },
  { value: 'returning', label: 'Former subscribers' },
];

type Values = {
  percent: string;
  plan: string;
  audience: string;
  maxUses: string;
  endsOn: string;
  message: string;
};
const check = (values: Values) => ({
  ...(numberIn(values.percent, [least, most]) === null
    ? { percent: `Enter a whole number from ${least} to ${most}.` }
    : {}),
  ...termErrors(values, Date.now()),
});

/** What a fan would pay, such as "$6.99 instead of $9.99 for the first month", and who bears the discount. */
function useOutcome({ percent: typed, plan }: Values): string {
  const { currency } = useRate();
  const { data: own } = useRead(getOwnPerformer);
  const percent = numberIn(typed, [least, most]);
  if (!own || percent === null) return `${least} to ${most}. The discount comes out of your earnings.`;
  const full = plan === 'yearly' ? own.yearlyPrice : own.monthlyPrice;
  if (full === null) return 'Set your subscription prices first.';
  return `${formatMoney(firstPrice(full, percent, leastCharge(currency)), currency)} instead of ${formatMoney(full, currency)} for the first ${plan === 'yearly' ? 'year' : 'month'}. The discount comes out of your earnings.`;
}

/** Creates a discount on the first period. */
export function NewOffer({ onClose }: { onClose: () => void }) {
  const [create] = useWrite(createOffer);
  const form = useForm<Values>({
    initial: { percent: '30', plan: 'monthly', audience: 'all', ...noPricing },
    check,
    submit: async (values) => {
      const plan = plans.find(({ value }) => value === values.plan)?.plan ?? null;
      const audience = audiences.find(({ value }) => value === values.audience)?.value;
      await create({
        body: { percent: Number(values.percent), plan, audience, ...sentPricing(values) },
      }).unwrap();
      toast.success('Your offer is live on your profile');
      onClose();
    },
  });
  const outcome = useOutcome(form.values);
  return (
    <Dialog open onClose={onClose} title="New offer">
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <FormErrors errors={form.errors} />
          <TextInput
            label="Discount on the first period"
            suffix="%"
            inputMode="numeric"
            autoComplete="off"
            required
            hint={outcome}
            {...form.text('percent')}
          />
          <Select label="Applies to" options={plans} {...form.text('plan')} />
          <Select
            label="Who can use it"
            options={audiences}
            hint="Each fan can use it once."
            {...form.text('audience')}
          />
          <TermFields form={form} maxLabel="Maximum number of fans" />
          <Button type="submit" variant="primary" block busy={form.busy}>
            Create offer
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
