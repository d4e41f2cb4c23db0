import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { op } from '../core/op.ts';
import { Id, IdParams, KeyPage, Timestamp, listOf } from '../core/schemas.ts';
import { DecisionGround } from '../moderation/decisions.ts';
import { DeskPayment } from './payments.ts';
import { PersonRef, Proposal, Reason, Reasoned } from './parts.ts';

export const FoundPerson = PersonRef.extend({
  email: z.string().nullable(),
  isPerformer: z.boolean(),
  state: z.enum(['open', 'suspended', 'deactivated']),
});
export type FoundPerson = z.infer<typeof FoundPerson>;

export const DeskPerson = FoundPerson.extend({
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
  kind: z.enum(['registered', 'login', 'operator', 'reported', 'report', 'paid', 'earned', 'payout']),
  what: z
    .string()
    .describe('An action of the audit log, the text of a payment, what was reported as what, or a state.'),
  note: z.string(),
  by: z.string().nullable().describe('Who did it, if that was an operator.'),
  amount: z.int().describe('In cents or tokens, as `unit` says.').nullable(),
  unit: z.enum(['money', 'token']).nullable(),
  about: Id.nullable().describe('The payment or payout.'),
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
    summary: 'Find people, payments and files by name, username, email, id or the gateway’s reference',
    access: 'operator',
    query: z.strictObject({ q: z.string().trim().min(1, 'Enter what you are looking for.').max(200) }),
    reply: z.object({
      people: z.array(FoundPerson),
      payments: z.array(DeskPayment),
      files: z.array(FoundFile),
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
    reply: listOf(PersonEvent),
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
  'POST /operator/people/:id/remove-second-factor': op({
    summary: 'Turn two-factor authentication off for someone who has lost it; emails them',
    access: 'operator',
    params: IdParams,
    body: Reasoned,
    reply: DeskPerson,
    ours: true,
  }),
};
