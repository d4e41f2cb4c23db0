import type { Handlers } from '../http/handlers.ts';
import { authHandlers } from './auth.ts';
import { earningHandlers } from './earnings.ts';
import { feedHandlers } from './feeds.ts';
import { followHandlers } from './follows.ts';
import { messagingHandlers } from './messages.ts';
import { paymentHandlers } from './payment.ts';
import { performerHandlers } from './performers.ts';
import { siteHandlers } from './site.ts';
import { subscriptionHandlers } from './subscriptions.ts';
import { uploadHandlers } from './uploads.ts';
import { userHandlers } from './users.ts';
import { walletHandlers } from './wallet.ts';

/** Every live operation's function. A missing one doesn't compile. */
export const handlers: Handlers = {
  ...authHandlers, ...userHandlers, ...performerHandlers, ...followHandlers, ...siteHandlers, ...feedHandlers, ...uploadHandlers,
  ...paymentHandlers, ...walletHandlers, ...subscriptionHandlers, ...earningHandlers, ...messagingHandlers,
};
