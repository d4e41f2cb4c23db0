import { z } from 'zod';
import { op } from '../../core/op.ts';
import { Id, KeyPage, Timestamp, listReply } from '../../core/schemas.ts';

/** What an entry of the audit log is about, where the desk has a page for it. */
const AuditedThing = z.object({
  kind: z.enum(['person', 'case', 'payout', 'payment', 'contact', 'order']),
  _id: Id,
  name: z.string().nullable().describe('Of a person: the username, else the name.'),
});

export const AuditEntry = z.object({
  _id: Id,
  at: Timestamp,
  actor: z.string().describe('The operator’s username, or the system user who ran a command.'),
  actorId: Id.nullable().describe('The operator’s account; null for a command.'),
  action: z.string().describe('Such as `payout.paid`.'),
  subject: z.string().describe('The id or name of what it was done to.'),
  about: AuditedThing.nullable().describe('Where that is shown at the desk.'),
  facts: z.array(z.object({ name: z.string(), value: z.string() })).describe('What was noted with it.'),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const text = z.string().trim().min(1).max(200).optional();

/** Narrows the audit log. */
const filter = {
  who: text.describe('Username, email or id of an operator, or the name of a system user.'),
  whom: text.describe(
    'Username, email or id of a person, or the id or name of anything else. Of a person, also what was done about their cases, decisions and payouts; of a case, its decisions.',
  ),
  action: text.describe('An action such as `payout.paid`, or its first part, such as `payout`.'),
  from: Timestamp.optional().describe('The first moment.'),
  to: Timestamp.optional().describe('The moment after the last.'),
};
export const AuditFilter = z.strictObject(filter);
export type AuditFilter = z.infer<typeof AuditFilter>;

/** What operators did, at the desk and on the command line. */
export const operatorAudit = {
  'GET /operator/audit/search': op({
    summary: 'The audit log, newest first',
    access: 'operator',
    query: z.strictObject({ ...filter, cursor: KeyPage.cursor, limit: KeyPage.limit }),
    reply: listReply(AuditEntry),
    ours: true,
  }),
  'POST /operator/audit/export': op({
    summary: 'The newest entries of the audit log, up to 5,000; this is noted in the audit log',
    access: 'operator',
    body: AuditFilter,
    reply: z.object({
      data: z.array(AuditEntry),
      isWhole: z.boolean().describe('Nothing older matches.'),
    }),
    ours: true,
  }),
};
