import type { Cents } from '#lib/units.ts';
import type { Offer } from '#contract/trade/promotions.ts';
import type { PublicSettings } from '#contract/base/site.ts';
import type { PaidPlan } from '#contract/trade/subscriptions.ts';
import { formatMoney, plural } from '#lib/format.ts';
import { pricePerMonth, savingPercent } from '#lib/plans/savings.ts';
import { everyPeriod, firstPeriods, planLabels } from '#lib/plans/words.ts';
import type { ModalPerformer } from '#state/session/subscription-modal.ts';
import type { RadioOption } from '#ui/forms/choice.tsx';

export const offerOn = (offers: readonly Offer[], plan: PaidPlan): Offer | null =>
  offers.find((each) => each.plan === plan) ?? null;

export type Plan = RadioOption<PaidPlan | 'free'> & { readonly aside: string };
type Priced = Pick<
  ModalPerformer,
  'monthlyPrice' | 'yearlyPrice' | 'bundles' | 'isFreeSubscription' | 'freeDays'
>;

/** What a plan costs in cents without an offer; null if the creator doesn't offer it. */
export const planPrice = ({ monthlyPrice, yearlyPrice, bundles }: Priced, type: PaidPlan): Cents | null =>
  type === 'monthly'
    ? monthlyPrice
    : type === 'yearly'
      ? yearlyPrice
      : (bundles.find((bundle) => bundle.type === type)?.price ?? null);

type PlanSettings = Pick<PublicSettings, 'currency' | 'freeSubscriptionEnabled' | 'freeSubscriptionDuration'>;

/** What the next press charges for a plan in cents, where it isn't the price of the plan or of its offer. */
export interface RequestedPrice {
  readonly type: PaidPlan;
  readonly amount: Cents;
}

/**
 * The plans to choose from: a free trial where both the creator and the site offer it, and those that have a
 * price. Each shows the price that is paid now, with an offer or a coupon, as its button does.
 */
export function listPlans(
  performer: Priced,
  settings: PlanSettings,
  { offers = [], requested }: { offers?: readonly Offer[]; requested?: RequestedPrice | undefined } = {},
): Plan[] {
  const money = (cents: Cents) => formatMoney(cents, settings.currency);
  const { monthlyPrice, isFreeSubscription, freeDays = 0 } = performer;
  const days = plural(Math.max(freeDays, settings.freeSubscriptionDuration), 'day');
  // Plans without a price aren't offered.
  const paid = (['monthly', 'quarterly', 'semiannual', 'yearly'] as const).flatMap((value): Plan[] => {
    const price = planPrice(performer, value);
    if (price === null) return [];
    const saving = savingPercent(value, { price, month: monthlyPrice });
    const perMonth =
      value === 'monthly' ? 'Renews every month.' : `${money(pricePerMonth(value, price))} a month.`;
    const now = requested?.type === value ? requested.amount : (offerOn(offers, value)?.price ?? price);
    return [
      {
        value,
        label: planLabels[value],
        aside: money(now),
        hint:
          now === price
            ? `${perMonth}${saving > 0 ? ` Saves ${saving}%.` : ''}`
            : `Then ${money(price)}${everyPeriod[value]}.`,
      },
    ];
  });
  const isFree = isFreeSubscription && settings.freeSubscriptionEnabled;
  return isFree
    ? [
        {
          value: 'free',
          label: 'Free',
          aside: money(0),
          hint: `For ${days}. Ends automatically, no card needed.`,
        },
        ...paid,
      ]
    : paid;
}

/** The plan that a button without a plan of its own opens, with its price in words; null without a plan. */
export function firstPlan(
  performer: Priced,
  settings: PlanSettings,
  offers: readonly Offer[],
): { type: PaidPlan | 'free'; price: string | null } | null {
  const first = listPlans(performer, settings, { offers })[0];
  if (!first) return null;
  const { value: type, aside } = first;
  if (type === 'free') return { type, price: null };
  const isOffered = (type === 'monthly' || type === 'yearly') && offerOn(offers, type) !== null;
  return { type, price: `${aside}${isOffered ? ` ${firstPeriods[type]}` : everyPeriod[type]}` };
}
