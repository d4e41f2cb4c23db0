import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { FileView, Id, IdParams, KeyPage, Timestamp, listReply } from '../../core/schemas.ts';
import { op } from '../../core/op.ts';
import { NamedRelease } from './creators.ts';
import { AppealState, DecisionGround, DecisionState, ModerationAction } from '../decisions.ts';
import { ReportCategory, ReportTarget } from '../reports.ts';

export const CaseState = z.enum(['open', 'waiting', 'appealed', 'closed']);
export type CaseState = z.infer<typeof CaseState>;

const Person = z.object({ _id: Id, username: z.string().nullable(), name: z.string() });
const ListedCase = z.object({
  _id: Id,
  targetType: ReportTarget,
  targetId: Id,
  category: ReportCategory,
  state: CaseState.describe('`waiting`: a ban needs a second operator. `appealed`: an appeal waits.'),
  person: Person.describe('Who published or wrote it, or is it'),
  reports: z.int().describe('Number of reports'),
  createdAt: Timestamp,
});
export type ListedCase = z.infer<typeof ListedCase>;

const CaseReport = z.object({
  _id: Id,
  reporter: z.string().nullable().describe('Their username; null for visitors, and for cases of our own'),
  reporterEmail: z
    .string()
    .nullable()
    .describe('Where to tell a visitor the outcome; null once they were told.'),
  source: z
    .enum(['person', 'visitor', 'operator', 'site'])
    .describe('`operator` and `site`: no one reported it.'),
  openedBy: z.string().nullable().describe('The operator who opened the case'),
  category: ReportCategory,
  comment: z.string(),
  snapshot: z.record(z.string(), z.unknown()).describe('The reported content as it was'),
  files: z.array(FileView).describe('Blurred; `POST …/files/:fileId/open` opens one'),
  history: z
    .object({
      acted: z.int().describe('Number of reports that led to an action.'),
      dismissed: z.int().describe('Number of reports without one.'),
      open: z.int().describe('Number of reports not decided yet.'),
    })
    .describe('How many earlier reports by this person ended how'),
  createdAt: Timestamp,
});
export type CaseReport = z.infer<typeof CaseReport>;

const CaseAppeal = z.object({
  state: AppealState,
  text: z.string(),
  answer: z.string(),
  decidedBy: z.string().nullable(),
  createdAt: Timestamp,
});
const CaseDecision = z.object({
  _id: Id,
  action: ModerationAction,
  state: DecisionState,
  targetType: ReportTarget,
  about: z.string(),
  ground: DecisionGround,
  rule: z.string(),
  facts: z.string(),
  until: Timestamp.nullable(),
  decidedBy: z.string(),
  confirmedBy: z.string().nullable(),
  isOwn: z.boolean().describe('Whether you took or confirmed it, so another operator has to go on from here'),
  appeal: CaseAppeal.nullable(),
  createdAt: Timestamp,
});
export type CaseDecision = z.infer<typeof CaseDecision>;

export const ModerationCase = ListedCase.extend({
  href: z.string().nullable().describe('The page of what was reported; null when it has none'),
  isOwn: z.boolean().describe('Whether you’re part of it, so another operator has to decide it'),
  actions: z.array(ModerationAction).describe('What can be done'),
  bansNeedTwo: z.boolean().describe('Two operators have to agree on a ban.'),
  seen: z.int().describe('Number of decisions; send it with yours'),
  buyers: z.int().describe('Number of people who bought it and weren’t refunded'),
  copies: z
    .array(ListedCase)
    .describe('Cases about the same files elsewhere, opened when it was taken down as illegal'),
  evidence: z.array(CaseReport),
  decisions: z.array(CaseDecision).describe('Of this case, oldest first'),
  earlier: z.array(CaseDecision).describe('Earlier ones about the same person, newest first'),
  payments: z
    .array(
      z.object({ _id: Id, description: z.string(), paidBy: z.string().nullable(), createdAt: Timestamp }),
    )
    .describe('What those who reported paid the person, and can be refunded'),
});
export type ModerationCase = z.infer<typeof ModerationCase>;

const Reason = z.strictObject({
  reason: z.string().trim().min(1, 'Enter a reason.').max(limits.text.reason),
});
const Period = z
  .strictObject({ from: Timestamp, to: Timestamp })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'Choose an end after the start.' });
const Statement = z.object({
  reference: Id.describe('The decision.'),
  decidedAt: Timestamp,
  action: ModerationAction,
  targetType: ReportTarget,
  category: ReportCategory,
  ground: DecisionGround,
  rule: z.string(),
  facts: z.string(),
  source: z.enum(['report', 'own-initiative']),
  automated: z.boolean(),
  until: Timestamp.nullable(),
  state: DecisionState,
  appeal: AppealState.nullable(),
});
const TransparencyNumber = z.object({
  measure: z.string(),
  category: z.string(),
  action: z.string(),
  automated: z.string(),
  outcome: z.string(),
  value: z.number().describe('A number, or hours'),
});

/** Calls of the desk about reports, decisions and appeals. */
export const operatorModeration = {
  'GET /operator/cases': op({
    summary: 'Cases that reports opened, longest waiting first',
    access: 'operator',
    query: z.strictObject({
      ...KeyPage,
      state: CaseState.optional(),
      category: ReportCategory.optional(),
      kind: ReportTarget.optional(),
    }),
    reply: listReply(ListedCase),
    ours: true,
  }),
  'GET /operator/cases/:id': op({
    summary: 'A case with its evidence, both sides’ history and what was decided',
    access: 'operator',
    params: IdParams,
    reply: ModerationCase,
    ours: true,
  }),
  'POST /operator/cases': op({
    summary: 'Open a case of your own about anything on the site; the reason is noted in the audit log',
    access: 'operator',
    body: z.strictObject({
      targetType: ReportTarget,
      targetId: Id,
      category: ReportCategory,
      reason: z.string().trim().min(1, 'Enter a reason.').max(limits.text.reason),
    }),
    reply: z.object({ _id: Id }),
    status: 201,
    ours: true,
  }),
  'POST /operator/cases/:id/files/:fileId/open': op({
    summary: 'Open a file of a case; this is noted in the audit log',
    access: 'operator',
    params: z.strictObject({ id: Id, fileId: Id }),
    body: z.strictObject({}),
    reply: FileView,
    ours: true,
  }),
  'POST /operator/cases/:id/releases': op({
    summary: 'Open the releases of the people named in what a case is about; this is noted in the audit log',
    access: 'operator',
    params: IdParams,
    body: z.strictObject({}),
    reply: z.object({ data: z.array(NamedRelease) }),
    ours: true,
  }),
  'POST /operator/cases/:id/decisions': op({
    summary: 'Decide a case; the person and those who reported are told',
    access: 'operator',
    params: IdParams,
    body: z.strictObject({
      action: ModerationAction,
      ground: DecisionGround,
      rule: z.string().trim().max(limits.text.decisionRule),
      facts: z.string().trim().max(limits.text.decisionFacts),
      until: Timestamp.nullable().default(null),
      transactionId: Id.nullable().default(null).describe('The payment to refund'),
      refundBuyers: z
        .boolean()
        .default(false)
        .describe('Refund everyone who bought what is hidden or removed'),
      seen: z.int().min(0).max(10_000).describe('Number of decisions that you saw'),
    }),
    reply: ModerationCase,
    status: 201,
    ours: true,
  }),
  'POST /operator/decisions/:id/confirm': op({
    summary: 'Confirm a ban that another operator proposed',
    access: 'operator',
    params: IdParams,
    reply: z.object({ state: DecisionState }),
    ours: true,
  }),
  'POST /operator/decisions/:id/withdraw': op({
    summary: 'Reject a proposed ban; the case stays open',
    access: 'operator',
    params: IdParams,
    body: Reason,
    reply: z.object({ state: DecisionState }),
    ours: true,
  }),
  'POST /operator/decisions/:id/lift': op({
    summary: 'End a decision without an appeal: what was taken down is back, a suspension or hold ends',
    access: 'operator',
    params: IdParams,
    body: Reason,
    reply: z.object({ state: DecisionState }),
    ours: true,
  }),
  'POST /operator/decisions/:id/appeal': op({
    summary: 'Decide an appeal against another operator’s decision',
    access: 'operator',
    params: IdParams,
    body: z.strictObject({
      outcome: z.enum(['upheld', 'reversed']),
      answer: z.string().trim().min(1, 'Write an answer.').max(limits.text.reason),
    }),
    reply: z.object({ state: DecisionState }),
    ours: true,
  }),
  'GET /operator/moderation/statements': op({
    summary: 'Statements of reasons of a period, as the Digital Services Act asks for them',
    access: 'operator',
    query: Period,
    reply: z.object({ data: z.array(Statement) }),
    ours: true,
  }),
  'GET /operator/moderation/numbers': op({
    summary: 'The numbers of a transparency report for a period',
    access: 'operator',
    query: Period,
    reply: z.object({ data: z.array(TransparencyNumber) }),
    ours: true,
  }),
};
