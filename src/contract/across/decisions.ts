import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { Id, IdParams, KeyPage, Timestamp, listReply } from '../core/schemas.ts';
import { op } from '../core/op.ts';
import { ReportCategory, ReportTarget } from './reports.ts';

export const ModerationAction = z.enum([
  'dismiss',
  'warn',
  'hide',
  'remove',
  'suspend',
  'ban',
  'refund',
  'hold-payout',
]);
export type ModerationAction = z.infer<typeof ModerationAction>;
/** Against the law, or against the site's rules. */
export const DecisionGround = z.enum(['illegal', 'terms']);
export type DecisionGround = z.infer<typeof DecisionGround>;
/** `proposed` waits for a second operator. `reversed` and `lifted` no longer apply. */
export const DecisionState = z.enum(['proposed', 'in-force', 'withdrawn', 'reversed', 'lifted']);
export type DecisionState = z.infer<typeof DecisionState>;
export const AppealState = z.enum(['pending', 'upheld', 'reversed']);
export type AppealState = z.infer<typeof AppealState>;

const OwnAppeal = z.object({
  state: AppealState,
  text: z.string(),
  answer: z.string().describe('What the operator who decided it wrote'),
  createdAt: Timestamp,
  decidedAt: Timestamp.nullable(),
});

/** A decision as the person concerned reads it. Nothing in it says who reported. */
export const Decision = z.object({
  _id: Id,
  action: ModerationAction,
  state: DecisionState.exclude(['proposed', 'withdrawn']),
  targetType: ReportTarget,
  about: z.string().describe('The beginning of the text or title that it is about; may be empty'),
  href: z.string().nullable().describe('The page of what it is about; null when it has none'),
  ground: DecisionGround,
  rule: z.string().describe('The law or rule relied on'),
  facts: z.string().describe('What the decision is based on'),
  reported: z.boolean().describe('Whether a report led to it, rather than the operator’s own look'),
  automated: z.boolean().describe('Whether it was taken without a person'),
  until: Timestamp.nullable().describe('When it ends automatically; null if it doesn’t'),
  decidedAt: Timestamp,
  endedAt: Timestamp.nullable().describe('When it was reversed or lifted'),
  appealBy: Timestamp.nullable().describe('Until when it can be appealed; null when it can’t be'),
  appeal: OwnAppeal.nullable(),
});
export type Decision = z.infer<typeof Decision>;

const OwnReport = z.object({
  _id: Id,
  targetType: ReportTarget,
  category: ReportCategory,
  comment: z.string(),
  state: z.enum(['open', 'closed']),
  outcome: z.enum(['acted', 'no-action']).nullable().describe('Null until it is decided'),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type OwnReport = z.infer<typeof OwnReport>;

/** From the link in the email, for a suspended account's owner, who can't log in. */
const Token = z
  .string()
  .min(20)
  .max(200)
  .optional()
  .describe('From the link in the email about the decision');

export const moderation = {
  'GET /reports': op({
    summary: 'Your own reports, newest first, and their outcome',
    access: 'user',
    query: z.strictObject(KeyPage),
    reply: listReply(OwnReport),
    ours: true,
  }),
  'GET /decisions': op({
    summary: 'Decisions of the site’s operator about you and what you published, newest first',
    access: 'user',
    query: z.strictObject(KeyPage),
    reply: listReply(Decision),
    ours: true,
  }),
  'GET /decisions/on/:type/:id': op({
    summary: 'The decision that took down something of yours',
    access: 'user',
    params: z.strictObject({ type: ReportTarget, id: Id }),
    reply: z.object({ decision: Decision.nullable() }),
    ours: true,
  }),
  'GET /decisions/:id': op({
    summary: 'A decision about you, with the token of its email if you can’t log in',
    access: 'anyone',
    params: IdParams,
    query: z.strictObject({ token: Token }),
    reply: Decision,
    ours: true,
  }),
  'POST /decisions/:id/appeal': op({
    summary: 'Appeal a decision, once',
    access: 'anyone',
    params: IdParams,
    body: z.strictObject({
      text: z.string().trim().min(1, 'Write why the decision is wrong.').max(limits.text.appeal),
      token: Token,
    }),
    reply: Decision,
    ours: true,
  }),
};
