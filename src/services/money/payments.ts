import { problemCode } from '#lib/problem.ts';
import { read, write } from '../http/endpoints.ts';
import type { Outcome } from '../http/endpoints.ts';
import type { Tag } from '../http/tags.ts';

/*
 * Calls that move money take an idempotency `key` from `newIdempotencyKey()`, once per payment, which stays the same
 * for its retries.
 */

/**
 * Whether a failed payment leaves what the pages show valid. A changed price doesn't: it means they show an
 * old one.
 */
const isUnsettled = ({ problem }: Pick<Outcome<never>, 'problem'>): boolean =>
  problem !== undefined && problemCode(problem) !== 'price_changed';
const walletIfPaid = (_input: unknown, { problem }: Pick<Outcome<never>, 'problem'>): Tag[] =>
  problem ? [] : ['Wallet'];

export const listCards = read('GET /payment-cards', { tags: ['Cards', 'Subscriptions'] });
export const addCard = write('POST /:provider/cards', {
  invalidates: (_input, { problem }) => (problem ? [] : ['Cards']),
});
/** Starts saving a card through the gateway's own form. */
export const startCard = write('POST /payment-cards/setup');
export const makeDefaultCard = write('PUT /payment-cards/:id/default', { invalidates: ['Cards'] });
export const removeCard = write('DELETE /payment-cards/:id', { invalidates: ['Cards'] });
export const getReceipt = read('GET /payment/receipts/:id', { tags: ['Wallet'] });
export const listTokenPackages = read('GET /package/token/search');

export const subscribe = write('POST /payment/subscribe/performers', {
  invalidates: ({ body }, outcome) =>
    isUnsettled(outcome)
      ? []
      : [{ type: 'Creator', id: body.performerId }, 'Timeline', 'Subscriptions', 'Wallet'],
});
export const topUpWallet = write('POST /payment/wallet/top-up', { invalidates: walletIfPaid });
export const tipPerformer = write('POST /wallet/charges/tip/:id', { invalidates: walletIfPaid });

type OfId = { readonly params: { readonly id: string } };
const unlocked =
  (tagsOf: (id: string) => readonly Tag[]) =>
  ({ params: { id } }: OfId, outcome: Pick<Outcome<never>, 'problem'>): readonly Tag[] =>
    isUnsettled(outcome) ? [] : ['Wallet', ...tagsOf(id)];

/** What can be bought, and how. The conversation of a message updates by itself. */
export const unlocks = {
  post: write('POST /wallet/charges/feed/:id', {
    invalidates: unlocked((id) => ['Timeline', { type: 'Post', id }]),
  }),
  video: write('POST /wallet/charges/video/:id', {
    invalidates: unlocked((id) => ['Library', 'Videos', { type: 'Video', id }]),
  }),
  gallery: write('POST /wallet/charges/gallery/:id', {
    invalidates: unlocked((id) => ['Library', 'Galleries', 'Photos', { type: 'Gallery', id }]),
  }),
  message: write('POST /wallet/charges/message/:id', { invalidates: unlocked(() => ['Library']) }),
  /** A stream's ticket is good for its replay, too. */
  stream: write('POST /wallet/charges/stream/:id', {
    invalidates: unlocked((id) => ['Library', { type: 'Stream', id }, 'Streams']),
  }),
} as const;
export type SoldKind = keyof typeof unlocks;
