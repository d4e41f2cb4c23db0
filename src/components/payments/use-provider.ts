import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';

export type Provider = 'stripe' | 'sandbox';

/**
 * The site's payment gateway from its public settings, used as `provider` in the paths of cards and
 * subscriptions.
 */
export const useProvider = (): Provider =>
  useAppSelector(selectSettings).paymentGateway === 'sandbox' ? 'sandbox' : 'stripe';
