import { routes } from '#config/routes.ts';

/** Where a creator enters what statements print about them. */
export const billingHref = `${routes.creatorAccount}?tab=payouts#billing-details`;
