import type { StripeError } from '@stripe/stripe-js';
import { ApiProblem } from '#services/http/problem.ts';

/** Stripe couldn't be reached, so whether anything happened there is unknown. */
export const unreachable = () =>
  new ApiProblem({
    status: 0,
    code: 'gateway_unreachable',
    message:
      'We couldn’t reach Stripe. Check your connection, make sure your browser doesn’t block js.stripe.com, and try again.',
  });

/** The bank or Stripe refused the card. */
export const refused = (message = 'Your bank refused this card. Use another one.') =>
  new ApiProblem({ status: 402, code: 'card_declined', message });

/** The outcome is unknown, so it must be queried rather than treated as a failure. */
export const isUnclear = ({ type }: StripeError) =>
  type === 'api_connection_error' || type === 'api_error' || type === 'rate_limit_error';

/** What a failure at Stripe means for the payment. */
export const toProblem = (error: StripeError): ApiProblem =>
  isUnclear(error) ? unreachable() : refused(error.message);
