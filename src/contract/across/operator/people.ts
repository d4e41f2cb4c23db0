import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { op } from '../../core/op.ts';
import { EarningStatement, Month } from '../../money/earnings.ts';
import {
  Id,
  IdParams,
  KeyPage,
  Money,
  SignedMoney,
  Timestamp,
  Tokens,
  listReply,
} from '../../core/schemas.ts';
import { DecisionGround } from '../decisions.ts';
import { DeskPayment } from './payments.ts';
import { PersonRef, Proposal, Reason, Reasoned } from './parts.ts';

export const FoundPerson = PersonRef.extend({
  email: z.string().nullable(),
  isPerformer: z.boolean(),
  state: z.enum(['open', 'suspended', 'deactivated']),
});
export type FoundPerson = z.infer<typeof FoundPerson>;

const amount = z.int().nonnegative();

/** What a person has, can be paid and made, in figures. */
export const PersonFigures = z.object({
  wallet: z.object({
    balance: Tokens,
    held: Tokens.describe('Tokens set apart for bids and private streams.'),
  }),
  earnings: z
    .object({
      available: SignedMoney.describe('In cents; negative when a sale was refunded after it was paid out.'),
      onHold: Money,
      setAside: Money.describe('In cents: in a payout in progress.'),
    })
    .nullable()
    .describe('Null for fans.'),
  works: z
    .object({
      posts: amount.describe('Number of posts.'),
      videos: amount.describe('Number of videos.'),
      galleries: amount.describe('Number of galleries.'),
      products: amount.describe('Number of products.'),
      auctions: amount.describe('Number of auctions.'),
      streams: amount.describe('Number of streams.'),
    })
    .nullable()
    .describe('How much a creator made, in whatever state. Null for fans.'),
  openPayoutId: Id.nullable(),
});
export type PersonFigures = z.infer<typeof PersonFigures>;

export const DeskPerson = FoundPerson.extend({
  figures: PersonFigures,
  emailVerifiedAt: Timestamp.nullable(),
  country: z.string().nullable(),
  createdAt: Timestamp,
  lastSeenAt: Timestamp.nullable(),
  suspension: z
    .object({ since: Timestamp, until: Timestamp.nullable(), reason: z.string() })
    .nullable()
    .describe('`until` is null for a ban.'),
  verified: z.string().nullable().describe('Null for fans.'),
  hasSecondFactor: z.boolean(),
  isOperator: z.boolean(),
  isSelf: z.boolean(),
  bansNeedTwo: z.boolean().describe('Two operators have to agree on a ban.'),
  banProposal: Proposal.nullable(),
});
export type DeskPerson = z.infer<typeof DeskPerson>;

/** Something that happened to an account, or that its owner did. */
export const PersonEvent = z.object({
  _id: Id,
  at: Timestamp,
  kind: z.enum([
    'registered',
    'login',
    'operator',
    'reported',
    'report',
    'attempt',
    'paid',
    'earned',
    'payout',
    'adjusted',
  ]),
  what: z
    .string()
    .describe('An action of the audit log, the text of a payment, what was reported as what, or a state.'),
  note: z.string().describe('Of an attempt to pay: why it failed, the gateway’s code and its reference.'),
  by: z.string().nullable().describe('Who did it, if that was an operator.'),
  amount: z.int().describe('In cents or tokens, as `unit` says.').nullable(),
  unit: z.enum(['money', 'token']).nullable(),
  about: Id.nullable().describe('The payment, payout or adjustment.'),
});
export type PersonEvent = z.infer<typeof PersonEvent>;

export const FoundFile = z.object({
  _id: Id,
  type: z.string(),
  mime: z.string(),
  bytes: z.int().describe('Size in bytes.'),
  state: z.string(),
  owner: PersonRef,
  createdAt: Timestamp,
});
export type FoundFile = z.infer<typeof FoundFile>;

/** Anything else that has an id, a number or an address. */
export const FoundThing = z.object({
  _id: Id,
  kind: z.enum([
    'post',
    'video',
    'gallery',
    'product',
    'auction',
    'stream',
    'series',
    'broadcast',
    'comment',
    'private-stream',
    'message',
    'conversation',
    'order',
    'payout',
    'dispute',
    'case',
    'contact',
    'adjustment',
    'statement',
  ]),
  title: z.string().describe('Empty for what is private, such as a message. Of a statement, its number.'),
  state: z.string().nullable(),
  owner: PersonRef.nullable().describe('Whose it is: its creator, sender, buyer or payer.'),
  other: PersonRef.nullable().describe('The other side, such as a recipient or seller.'),
  paymentId: Id.nullable().describe('The payment of an order or dispute.'),
  createdAt: Timestamp,
});
export type FoundThing = z.infer<typeof FoundThing>;

const NoteText = z
  .string()
  .trim()
  .min(1, 'Enter a note.')
  .max(limits.text.reason, `Use at most ${limits.text.reason} characters.`);

/** What the person concerned reads. The reason names the facts. */
const Statement = z.strictObject({
  reason: Reason,
  ground: DecisionGround.optional().describe('Defaults to the site’s rules.'),
  rule: z
    .string()
    .trim()
    .min(1, 'Name the law or rule.')
    .max(limits.text.decisionRule)
    .optional()
    .describe('The law or rule relied on. Defaults to the terms of service.'),
});

export const operatorPeople = {
  'GET /operator/search': op({
    summary: 'Find anything by name, username, email, id, address, number or the gateway’s reference',
    access: 'operator',
    query: z.strictObject({ q: z.string().trim().min(1, 'Enter what you are looking for.').max(200) }),
    reply: z.object({
      people: z.array(FoundPerson),
      payments: z.array(DeskPayment),
      files: z.array(FoundFile),
      things: z.array(FoundThing),
    }),
    ours: true,
  }),
  'GET /operator/people/:id': op({
    summary: 'One person',
    access: 'operator',
    params: IdParams,
    reply: DeskPerson,
    ours: true,
  }),
  'GET /operator/people/:id/timeline': op({
    summary: 'What happened to an account and what its owner did, newest first',
    access: 'operator',
    params: IdParams,
    query: z.strictObject({ cursor: KeyPage.cursor, limit: KeyPage.limit }),
    reply: listReply(PersonEvent),
    ours: true,
  }),
  'POST /operator/people/:id/statement': op({
    summary: 'Open a creator’s statement of a month; this is noted in the audit log',
    access: 'operator',
    params: IdParams,
    body: z.strictObject({ month: Month }),
    reply: EarningStatement,
    ours: true,
  }),
  'POST /operator/people/:id/suspend': op({
    summary: 'Suspend an account until a time; its owner receives the reason',
    access: 'operator',
    params: IdParams,
    body: Statement.extend({ until: Timestamp }),
    reply: DeskPerson,
    ours: true,
  }),
  'POST /operator/people/:id/ban': op({
    summary: 'Suspend an account without an end, or propose it where two operators have to agree',
    access: 'operator',
    params: IdParams,
    body: Statement,
    reply: DeskPerson,
    ours: true,
  }),
  'POST /operator/people/:id/withdraw-ban': op({
    summary: 'Withdraw a proposed ban',
    access: 'operator',
    params: IdParams,
    body: Reasoned,
    reply: DeskPerson,
    ours: true,
  }),
  'POST /operator/people/:id/restore': op({
    summary: 'Open a suspended account again',
    access: 'operator',
    params: IdParams,
    body: Reasoned,
    reply: DeskPerson,
    ours: true,
  }),
  'POST /operator/people/:id/notes': op({
    summary: 'Keep a note about a person, which only operators read, in their timeline',
    access: 'operator',
    creates: true,
    params: IdParams,
    body: z.strictObject({ note: NoteText }),
    reply: DeskPerson,
    ours: true,
  }),
  'POST /operator/people/:id/remove-second-factor': op({
    summary: 'Turn two-factor authentication off for someone who has lost it; emails them',
    access: 'operator',
    params: IdParams,
    body: Reasoned,
    reply: DeskPerson,
    ours: true,
  }),
};
