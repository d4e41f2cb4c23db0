import { z } from 'zod';
import { op } from '../../core/op.ts';
import { Done, Id, IdParams, OffsetPage, Timestamp, listReply } from '../../core/schemas.ts';
import { Reason, Reasoned } from './parts.ts';

export const ContactState = z.enum(['open', 'closed']);
export type ContactState = z.infer<typeof ContactState>;
const ContactRow = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  username: z.string().nullable().describe('The account that was logged in; null for a visitor.'),
  accountId: Id.nullable(),
  subject: z.string(),
  state: ContactState,
  answers: z.int().describe('Number of answers.'),
  createdAt: Timestamp,
});
export type ContactRow = z.infer<typeof ContactRow>;
const ContactCase = ContactRow.extend({
  message: z.string(),
  replies: z.array(z.object({ _id: Id, author: z.string(), text: z.string(), createdAt: Timestamp })),
});
export type ContactCase = z.infer<typeof ContactCase>;

export const MailState = z.enum(['waiting', 'sent']);
export type MailState = z.infer<typeof MailState>;
const MailRow = z.object({
  _id: Id,
  to: z.string(),
  subject: z.string(),
  createdAt: Timestamp,
  sentAt: Timestamp.nullable(),
});
export type MailRow = z.infer<typeof MailRow>;
const Mail = MailRow.extend({
  text: z.string().describe('Without the part of its links that would let the reader act for the recipient.'),
});
export type Mail = z.infer<typeof Mail>;

/** The operator's desk: messages from the contact form, and the outbox. */
export const operatorMessages = {
  'GET /operator/contact/search': op({
    summary: 'Messages from the contact form; open ones longest waiting first',
    access: 'operator',
    query: z.strictObject({ ...OffsetPage, state: ContactState.optional() }),
    reply: listReply(ContactRow),
    ours: true,
  }),
  'GET /operator/contact/:id': op({
    summary: 'One message from the contact form, and what was answered',
    access: 'operator',
    params: IdParams,
    reply: ContactCase,
    ours: true,
  }),
  'POST /operator/contact/:id/answer': op({
    summary: 'Email an answer to a message from the contact form, and close it',
    access: 'operator',
    creates: true,
    params: IdParams,
    body: z.strictObject({ text: z.string().trim().min(1, 'Write an answer.').max(10_000) }),
    reply: ContactCase,
    status: 201,
    ours: true,
  }),
  'POST /operator/contact/:id/state': op({
    summary: 'Mark a message from the contact form as done, or put it back into the queue',
    access: 'operator',
    params: IdParams,
    body: z.strictObject({ state: ContactState, reason: Reason }),
    reply: ContactCase,
    ours: true,
  }),
  'GET /operator/mails/search': op({
    summary: 'Emails to users, newest first',
    access: 'operator',
    query: z.strictObject({
      ...OffsetPage,
      state: MailState.optional(),
      to: z.string().trim().toLowerCase().max(254).optional().describe('An email address, whole.'),
    }),
    reply: listReply(MailRow),
    ours: true,
  }),
  'GET /operator/mails/:id': op({
    summary: 'One email; who opened it is recorded in the audit log',
    access: 'operator',
    params: IdParams,
    reply: Mail,
    ours: true,
  }),
  'POST /operator/mails/:id/resend': op({
    summary: 'Send an email again, to the address it was written to',
    access: 'operator',
    params: IdParams,
    body: Reasoned,
    reply: Done,
    ours: true,
  }),
};
