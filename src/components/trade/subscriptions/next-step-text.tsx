import { useMinutesAhead } from '#ui/hooks/use-hydrated.ts';
import { type Coming, nextStep } from './next-step.ts';

/** What happens next to a subscription, and when. */
export const NextStep = ({ subscription }: { subscription: Coming }) =>
  nextStep(subscription, useMinutesAhead());
