import { z } from 'zod';
import { Device, Session } from '../people/auth/auth.ts';
import { op } from '../core/op.ts';
import { Done } from '../core/schemas.ts';

const DataExport = z.object({
  _id: z.uuid(),
  state: z.enum(['preparing', 'ready', 'failed']),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable().describe('When the file is deleted; null until it is ready'),
  bytes: z.int().nullable().describe('Size of the file in bytes; null until it is ready'),
  url: z
    .string()
    .nullable()
    .describe('Where your browser downloads it while you are logged in; null until it is ready'),
});
export type DataExport = z.infer<typeof DataExport>;

const Obligation = z.object({
  code: z.enum([
    'orders',
    'auctions',
    'bids',
    'stream',
    'private-stream',
    'purchases',
    'payout',
    'earnings',
    'operator',
  ]),
  message: z.string(),
  href: z.string().describe('Where it is settled'),
});
export type Obligation = z.infer<typeof Obligation>;

/** What is lost for good with the account; stated when asking, so that nobody loses more than they agreed to. */
const Losses = z.strictObject({
  tokens: z.int().min(0).describe('Tokens in the wallet'),
  earnings: z.int().min(0).describe('Earnings below the least that is paid out, in cents'),
});
export type Losses = z.infer<typeof Losses>;

const Deletion = z.object({
  obligations: z.array(Obligation).describe('What has to be settled first'),
  waits: z.array(z.string()).describe('What will put the deletion off while it goes on'),
  erased: z.array(z.string()).describe('What is deleted, in sentences'),
  kept: z.array(z.string()).describe('What is kept, and why, in sentences'),
  losses: Losses,
  currency: z.string(),
  days: z.int().describe('Days until the account is deleted, during which a login cancels that'),
  confirmation: z.string().describe('What to send as `confirmation`: the username'),
});
export type Deletion = z.infer<typeof Deletion>;

export const leaving = {
  'GET /auth/deactivation': op({
    summary: 'What has to be settled before your account can be deactivated',
    access: 'user',
    reply: z.object({ obligations: z.array(Obligation) }),
    ours: true,
  }),
  'POST /auth/deactivation': op({
    summary: 'Deactivate your account until you log in again; all sessions end',
    access: 'user',
    reply: Done,
    ours: true,
  }),
  'POST /auth/login/reactivate': op({
    summary: 'Finish a login that was answered with account_deactivated, and reactivate the account',
    access: 'anyone',
    body: z.strictObject({
      challenge: z.string().min(20).max(200).describe('From the details of account_deactivated'),
      device: Device.optional(),
    }),
    reply: Session,
    ours: true,
  }),
  'GET /auth/deletion': op({
    summary: 'What deleting your account would delete, keep and lose, and what has to be settled before',
    access: 'user',
    reply: Deletion,
    ours: true,
  }),
  'POST /auth/deletion': op({
    summary:
      'Delete your account after some days; it is closed at once, and logging in until then cancels it',
    access: 'user',
    body: z.strictObject({
      confirmation: z.string().trim().min(1, 'Type your username.').max(254),
      losses: Losses.describe('As they were shown'),
    }),
    reply: z.object({ dueAt: z.iso.datetime().describe('When it is deleted') }),
    ours: true,
  }),
  'GET /auth/export': op({
    summary: 'Your latest copy of your data',
    access: 'user',
    reply: z.object({ export: DataExport.nullable().describe('Null: none, or deleted since.') }),
    ours: true,
  }),
  'POST /auth/export': op({
    summary: 'Ask for a ZIP of everything of yours; an email says when it is ready',
    access: 'user',
    reply: z.object({ export: DataExport }),
    status: 201,
    ours: true,
  }),
};
