import { z } from 'zod';
import { limits } from '#config/limits.ts';
import {
  CountryCode,
  Id,
  IdParams,
  KeyPage,
  Money,
  PositiveMoney,
  SignedMoney,
  Timestamp,
  listReply,
  lineText,
} from '../core/schemas.ts';
import { op } from '../core/op.ts';

export const PayoutState = z.enum([
  'pending',
  'approved',
  'processing',
  'paid',
  'rejected',
  'cancelled',
  'failed',
  'returned',
]);
export type PayoutState = z.infer<typeof PayoutState>;
/** Who has to act next. `time`: nobody, it happens automatically. */
export const WhoActs = z.enum(['you', 'site', 'gateway', 'time']);
export type WhoActs = z.infer<typeof WhoActs>;

export const PayoutMethodType = z.enum(['bank', 'connect']);
/**
 * A payout method. Of bank details, only the holder, the bank, its country, and the last four characters
 * leave the server.
 */
export const PayoutMethod = z.object({
  _id: Id,
  type: PayoutMethodType,
  holder: z.string(),
  bank: z.string(),
  country: z.string(),
  last4: z.string(),
  isChosen: z.boolean(),
  /** Whether the gateway can pay out to a Connect account. Always true for a bank account. */
  isReady: z.boolean(),
  /** What the gateway still requires, in plain words. */
  requirements: z.array(z.string()),
  /** Nothing is paid to it before this time; null when it isn't locked. */
  lockedUntil: Timestamp.nullable(),
  createdAt: Timestamp,
});
export type PayoutMethod = z.infer<typeof PayoutMethod>;

export const BlockCode = z.enum([
  'not_approved',
  'open_request',
  'no_method',
  'method_not_ready',
  'method_locked',
  'held',
  'owed',
  'below_minimum',
  'amount_too_low',
  'amount_too_high',
]);
/** Something that blocks a payout, who can resolve it, and when it resolves by itself. */
export const PayoutBlock = z.object({
  code: BlockCode,
  message: z.string(),
  who: WhoActs,
  until: Timestamp.nullable(),
  /** Whether it prevents requesting a payout, or only its payment. */
  stops: z.enum(['request', 'payment']),
});
export type PayoutBlock = z.infer<typeof PayoutBlock>;

export const PayoutQuote = z.object({
  /** Negative when a sale was refunded after it was paid out. */
  available: SignedMoney,
  onHold: Money,
  inProblems: Money.describe('In cents: the part of it on hold until the problems of its orders are closed.'),
  /** Upcoming releases from hold, one per day, soonest first. */
  holds: z.array(z.object({ availableAt: Timestamp, amount: Money })),
  /** On hold for the payout in progress. */
  setAside: Money,
  minimum: Money,
  /** The requested amount, else everything available. */
  amount: Money,
  fee: Money,
  /** What arrives, and what remains available. */
  receives: Money,
  remains: SignedMoney,
  currency: z.string(),
  method: PayoutMethod.nullable(),
  openRequestId: Id.nullable(),
  canRequest: z.boolean(),
  blocks: z.array(PayoutBlock),
});
export type PayoutQuote = z.infer<typeof PayoutQuote>;

export const PayoutRow = z.object({
  _id: Id,
  amount: Money,
  currency: z.string(),
  note: z.string(),
  state: PayoutState,
  method: z.object({ type: PayoutMethodType, bank: z.string(), last4: z.string() }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type PayoutRow = z.infer<typeof PayoutRow>;
export const Payout = PayoutRow.extend({
  /** Why it was rejected, failed, came back, or was canceled by someone else. */
  reason: z.string().nullable(),
  /** The gateway's transfer id, or the bank's reference. */
  reference: z.string().nullable(),
  /** The next step, who takes it, and until when; null once the payout is finished. */
  next: z.object({ message: z.string(), who: WhoActs, until: Timestamp.nullable() }).nullable(),
  canEdit: z.boolean(),
  canCancel: z.boolean(),
  timeline: z.array(
    z.object({
      event: z.enum([...PayoutState.options, 'changed']),
      by: z.enum(['creator', 'operator', 'gateway']),
      note: z.string(),
      at: Timestamp,
    }),
  ),
});
export type Payout = z.infer<typeof Payout>;

const words = (most: number, missing: string) =>
  lineText().min(1, missing).max(most, `Use at most ${most} characters.`);
const OwnPassword = z.string().min(1, 'Enter your password.').max(256, 'That isn’t your password.');
const Note = z.string().trim().max(limits.text.reason, `Use at most ${limits.text.reason} characters.`);

/**
 * A bank account: an IBAN in countries that use them, else account and routing number. Changing the payout
 * method requires the password or a proof.
 */
export const BankingSettings = z.strictObject({
  holder: words(100, 'Enter the account holder’s name.'),
  bank: words(100, 'Enter the bank’s name.'),
  country: CountryCode,
  currency: z.string().regex(/^[A-Z]{3}$/, 'Enter a three-letter currency code, like USD.'),
  iban: z.string().trim().max(60).optional(),
  account: z.string().trim().max(40).optional(),
  routing: z.string().trim().max(40).optional(),
  password: OwnPassword.optional(),
});
export type BankingSettings = z.infer<typeof BankingSettings>;

const RequestedAmount = z.strictObject({ amount: PositiveMoney.optional() });

export const payouts = {
  'POST /payout-requests/calculate': op({
    summary: 'What can be paid out now, what becomes available when, and what blocks a payout',
    access: 'performer',
    body: RequestedAmount,
    reply: PayoutQuote,
  }),
  'GET /payout-requests/user/search': op({
    summary: 'Your payouts, newest first',
    access: 'performer',
    query: z.strictObject({ ...KeyPage, state: PayoutState.optional() }),
    reply: listReply(PayoutRow),
  }),
  'POST /payout-requests': op({
    summary: 'Request a payout; the amount is held right away',
    access: 'performer',
    body: z.strictObject({ amount: PositiveMoney, note: Note.default('') }),
    reply: Payout,
    status: 201,
    idempotent: true,
  }),
  'PUT /payout-requests/:id': op({
    summary: 'Change the amount or note of a pending payout',
    access: 'performer',
    params: IdParams,
    body: z.strictObject({ amount: PositiveMoney.optional(), note: Note.optional() }),
    reply: Payout,
    idempotent: true,
  }),
  'POST /payout-requests/:id/cancel': op({
    summary: 'Cancel a pending payout; the amount becomes available again',
    access: 'performer',
    params: IdParams,
    reply: Payout,
    ours: true,
    idempotent: true,
  }),
  'GET /payout-requests/:id/view': op({
    summary: 'One payout with its timeline',
    access: 'performer',
    params: IdParams,
    reply: Payout,
  }),
  'GET /payout-requests/check/pending-review': op({
    summary: 'Whether a payout is pending review',
    access: 'performer',
    reply: z.object({ pending: z.boolean(), requestId: Id.nullable(), since: Timestamp.nullable() }),
  }),
  'GET /payout-methods': op({
    summary: 'Your payout methods',
    access: 'performer',
    reply: listReply(PayoutMethod),
    ours: true,
  }),
  'POST /payout-methods/undo': op({
    summary: 'Undo a change of the payout method, with the token from its email',
    access: 'anyone',
    body: z.strictObject({ token: z.string().min(20).max(200) }),
    reply: z.object({
      restored: z.object({ bank: z.string(), last4: z.string() }).nullable(),
      cancelled: z.boolean(),
    }),
    ours: true,
  }),
  'POST /payout-methods/:id': op({
    summary: 'Choose a payout method',
    access: 'performer',
    params: IdParams,
    body: z.strictObject({ password: OwnPassword.optional() }),
    reply: PayoutMethod,
  }),
  'PUT /performers/:id/banking-settings': op({
    summary: 'Add or change a bank account for payouts',
    access: 'performer',
    params: IdParams,
    body: BankingSettings,
    reply: PayoutMethod,
  }),
  'PUT /performers/:id/payment-gateway-settings': op({
    summary: 'Refresh the status of your gateway account',
    access: 'performer',
    params: IdParams,
    body: z.strictObject({}),
    reply: PayoutMethod,
  }),
  'POST /stripe/accounts': op({
    summary: 'Start or continue onboarding with the payment gateway',
    access: 'performer',
    reply: z.object({ url: z.string() }),
  }),
};
