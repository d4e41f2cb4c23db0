import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { VerificationState } from '../../people/creators.ts';
import { op } from '../../core/op.ts';
import { Done, Id, IdParams, KeyPage, Timestamp, listReply } from '../../core/schemas.ts';
import { Reasoned } from './parts.ts';

export const CreatorCase = z.object({
  _id: Id,
  username: z.string().nullable(),
  name: z.string(),
  email: z.string().nullable(),
  bio: z.string(),
  country: z.string().nullable(),
  verified: VerificationState,
  reason: z.string().nullable().describe('Why they were rejected.'),
  createdAt: Timestamp,
  submittedAt: Timestamp.nullable().describe('When documents that wait for a decision were sent.'),
  expiresAt: Timestamp.nullable().describe('When the approved document expires.'),
  documents: z.int().describe('Number of identity documents they have sent.'),
  releases: z.int().describe('Number of people without an account they have named.'),
});
export type CreatorCase = z.infer<typeof CreatorCase>;

export const ShownDocument = z.object({
  _id: Id,
  name: z.string(),
  mime: z.string(),
  bytes: z.int().describe('Size in bytes.'),
  sentAt: Timestamp,
  url: z.string().describe('For your browser alone, for a few minutes.'),
});
export type ShownDocument = z.infer<typeof ShownDocument>;

/** Someone without an account in a creator’s works, with their signed release if there is one. */
export const NamedRelease = z.object({ _id: Id, name: z.string(), document: ShownDocument.nullable() });
export type NamedRelease = z.infer<typeof NamedRelease>;

/** What the operator saw when they decided, so that nobody decides about something else. */
const Seen = z.strictObject({ verified: VerificationState, submittedAt: Timestamp.nullable() });

export const operatorCreators = {
  'GET /operator/creators': op({
    summary: 'Creators, longest waiting first',
    access: 'operator',
    query: z.strictObject({
      ...KeyPage,
      state: VerificationState.default('pending'),
    }),
    reply: listReply(CreatorCase),
    ours: true,
  }),
  'GET /operator/creators/:id': op({
    summary: 'One creator’s verification',
    access: 'operator',
    params: IdParams,
    reply: CreatorCase,
    ours: true,
  }),
  'POST /operator/creators/:id/documents': op({
    summary: 'Open a creator’s documents; this is noted in the audit log',
    access: 'operator',
    params: IdParams,
    body: z.strictObject({}),
    reply: z.object({ data: z.array(ShownDocument) }),
    ours: true,
  }),
  'POST /operator/creators/:id/releases': op({
    summary: 'Open the releases of the people a creator named; this is noted in the audit log',
    access: 'operator',
    params: IdParams,
    body: z.strictObject({}),
    reply: z.object({ data: z.array(NamedRelease) }),
    ours: true,
  }),
  'POST /operator/creators/:id/approve': op({
    summary: 'Approve a creator and make their page public',
    access: 'operator',
    params: IdParams,
    body: z.strictObject({
      expiresOn: z.iso
        .date('Enter a date.')
        .nullable()
        .default(null)
        .describe('When the document expires, in UTC.'),
      note: z
        .string()
        .trim()
        .max(limits.text.reason, `Use at most ${limits.text.reason} characters.`)
        .default('')
        .describe('For operators, in the audit log. The creator doesn’t see it.'),
      message: z
        .string()
        .trim()
        .max(limits.text.reason, `Use at most ${limits.text.reason} characters.`)
        .default('')
        .describe('Added to the email that tells the creator.'),
      seen: Seen.optional(),
    }),
    reply: Done,
    ours: true,
  }),
  'POST /operator/creators/:id/reject': op({
    summary: 'Reject a creator and hide their page; they receive the reason',
    access: 'operator',
    params: IdParams,
    body: Reasoned.extend({ seen: Seen.optional() }),
    reply: Done,
    ours: true,
  }),
};
