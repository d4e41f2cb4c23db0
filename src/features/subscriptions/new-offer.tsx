import { limits } from '#config/limits.ts';
import type { PromotionAudience } from '#contract/promotions.ts';
import { formatMoney } from '#lib/format.ts';
import { useGetOwnPerformerQuery } from '#state/api/creators.ts';
import { useCreateOfferMutation } from '#state/api/promotions.ts';
import { Button } from '#ui/content/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
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
  { value: 'both', label: 'The first month or year, whichever they take', plan: null },
] as const;
const audiences: readonly { readonly value: PromotionAudience; readonly label: string }[] = [
  { value: 'all', label: 'Everybody who isn’t subscribed' },
  { value: 'new', label: 'Fans who never paid for a subscription to you' },
  { value: 'returning', label: 'Fans whose subscription has ended' },
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

/** What a fan would pay: "$6.99 instead of $9.99, of which you earn your share". */
function useOutcome({ percent: typed, plan }: Values): string {
  const { currency } = useRate();
  const { data: own } = useGetOwnPerformerQuery();
  const percent = numberIn(typed, [least, most]);
  if (!own || percent === null)
    return `${least} to ${most}. You bear it: your share is of what the fan pays.`;
  const full = plan === 'yearly' ? own.yearlyPrice : own.monthlyPrice;
  if (full === null) return 'Choose your subscription prices first: an offer is a part of them.';
  return `${formatMoney(Math.round((full * (100 - percent)) / 100), currency)} instead of ${formatMoney(full, currency)} for the first ${plan === 'yearly' ? 'year' : 'month'}. You bear it: your share is of what the fan pays.`;
}

/** Makes an offer for a first period. */
export function NewOffer({ onClose }: { onClose: () => void }) {
  const [create] = useCreateOfferMutation();
  const form = useForm<Values>({
    initial: { percent: '30', plan: 'monthly', audience: 'all', ...noPricing },
    check,
    submit: async (values) => {
      const plan = plans.find(({ value }) => value === values.plan)?.plan ?? null;
      const audience = audiences.find(({ value }) => value === values.audience)?.value;
      await create({ percent: Number(values.percent), plan, audience, ...sentPricing(values) }).unwrap();
      toast.success('Your offer stands on your profile now');
      onClose();
    },
  });
  const outcome = useOutcome(form.values);
  return (
    <Dialog open onClose={onClose} title="New offer">
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <FormErrors errors={form.errors} />
          <TextInput
            label="Off the first period"
            suffix="%"
            inputMode="numeric"
            autoComplete="off"
            required
            hint={outcome}
            {...form.text('percent')}
          />
          <Select label="For" options={plans} {...form.text('plan')} />
          <Select
            label="Who can have it"
            options={audiences}
            hint="Each fan can have it once."
            {...form.text('audience')}
          />
          <TermFields form={form} maxLabel="How many fans can have it" />
          <Button type="submit" variant="primary" block busy={form.busy}>
            Make the offer
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
