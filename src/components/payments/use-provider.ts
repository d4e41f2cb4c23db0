import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';

/** The gateways that cards can be kept with. */
export type Provider = 'stripe' | 'sandbox';

/**
 * The gateway of this site, as its public settings name it: the `provider` in the addresses of cards and
 * subscriptions.
 */
export const useProvider = (): Provider =>
  useAppSelector(selectSettings).paymentGateway === 'sandbox' ? 'sandbox' : 'stripe';
