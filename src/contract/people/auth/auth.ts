import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { samePathOnly } from '#config/routes.ts';
import { Done, Email, Password, Username, lineText } from '../../core/schemas.ts';
import { op } from '../../core/op.ts';
import { AcceptedVersions } from './consents.ts';
import { StatementsVersion } from '../creators.ts';
import { ReferralCode } from '../../money/referrals.ts';

const Name = lineText().min(1, 'Enter a name.').max(limits.text.name);
/** A path on this site to continue to after the address is confirmed. */
const From = z
  .string()
  .max(500)
  .refine((path) => samePathOnly(path) !== null, 'Give a path on this site.');
/** Stored by the browser and sent with its next login. It grants no access by itself. */
export const Device = z.string().min(1).max(200);
export const LoginBody = z.strictObject({
  /** Username or email. */
  credentials: z.string().trim().min(1, 'Enter your username or email.').max(254),
  password: z.string().min(1, 'Enter your password.').max(256),
  remember: z.boolean().default(false),
  /**
   * The device token from an earlier login in this browser. With it, strangers' failed logins don't lock this
   * browser out. Not part of the specification.
   */
  device: Device.optional(),
});
export const Session = z.object({
  token: z.string(),
  expiresAt: z.iso.datetime(),
  device: Device,
  deletionCancelled: z
    .boolean()
    .optional()
    .describe('True: this login canceled the deletion that the account was waiting for'),
});
export const RegisterBody = z.strictObject({
  name: Name,
  username: Username,
  email: Email,
  password: Password,
  /** The inviter's code. If absent, it can be entered within a week of registration. */
  referralCode: ReferralCode.optional(),
  from: From.optional(),
  /** Not part of the specification; without them, no acceptance is recorded. */
  ...AcceptedVersions,
});
/** As a creator. The profile stays a draft until the statements are confirmed. */
export const RegisterCreatorBody = RegisterBody.extend({
  statements: StatementsVersion.optional(),
});
export const Registered = z.object({
  token: z.string().nullable(),
  requireEmailVerification: z.boolean(),
  pendingApproval: z.boolean(),
  device: Device.nullable(),
});

export const auth = {
  'POST /auth/login': op({
    captcha: true,
    summary: 'Log in by username or email',
    access: 'anyone',
    body: LoginBody,
    reply: Session,
  }),
  'POST /auth/logout': op({ summary: 'End the current session', access: 'user', reply: Done, ours: true }),
  'POST /auth/email-verification': op({
    summary: 'Confirm an email address with the token from the email, or request a new email',
    access: 'anyone',
    body: z.union([
      z.strictObject({ token: z.string().min(20).max(200) }),
      z.strictObject({ email: Email, from: From.optional() }),
    ]),
    reply: z.object({
      verified: z.boolean(),
      /** The new address is confirmed, but the old one hasn't approved yet. */
      waiting: z.boolean(),
    }),
  }),
  'POST /auth/email-change': op({
    summary: 'Approve or undo an email change, with the token from the email to the old address',
    access: 'anyone',
    body: z.strictObject({ token: z.string().min(20).max(200), answer: z.enum(['agree', 'undo']) }),
    reply: z.object({ state: z.enum(['waiting', 'done', 'undone']) }),
    ours: true,
  }),
  'PUT /auth/users/me/password': op({
    summary: 'Change your password; all other sessions end',
    access: 'user',
    body: z.strictObject({
      password: Password,
      source: z
        .string()
        .max(256)
        .optional()
        .describe('The current password; without it, a proof (POST /auth/step-up) is asked for'),
    }),
    reply: Done,
  }),
  'POST /auth/users/forgot': op({
    summary: 'Request an email to reset a password',
    access: 'anyone',
    body: z.strictObject({ email: Email }),
    reply: Done,
  }),
  'POST /auth/users/reset': op({
    summary: 'Set a new password with the token from the email',
    access: 'anyone',
    body: z.strictObject({ token: z.string().min(20).max(200), password: Password }),
    reply: Done.extend({ device: Device }),
    ours: true,
  }),
  'POST /auth/users/register': op({
    captcha: true,
    summary: 'Join as a fan',
    access: 'anyone',
    body: RegisterBody,
    reply: Registered,
    status: 201,
  }),
  'POST /auth/performers/register': op({
    captcha: true,
    summary: 'Join as a creator, with identity documents',
    access: 'anyone',
    body: RegisterCreatorBody,
    upload: {
      fields: { idFront: { kind: 'document', max: 1, required: true }, idBack: { kind: 'document', max: 1 } },
      maxBytes: 2 * limits.upload.documentBytes + 64 * 1024,
    },
    reply: Registered,
    status: 201,
  }),
  'GET /auth/sessions': op({
    summary: 'Your active sessions',
    access: 'user',
    reply: z.object({
      data: z.array(
        z.object({
          _id: z.uuid(),
          createdAt: z.iso.datetime(),
          lastSeenAt: z.iso.datetime(),
          userAgent: z.string(),
          country: z
            .string()
            .nullable()
            .describe('Where it was last used from, two letters; null if the address can’t be located'),
          current: z.boolean(),
        }),
      ),
      total: z.int().describe('Number of items in the whole list.'),
    }),
    ours: true,
  }),
  'DELETE /auth/sessions': op({
    summary: 'End all sessions but the current one',
    access: 'user',
    reply: Done,
    ours: true,
  }),
  'POST /auth/logins/disown': op({
    summary: 'Report a login as someone else’s, with the token from the email; all sessions end',
    access: 'anyone',
    body: z.strictObject({ token: z.string().min(20).max(200) }),
    reply: Done,
    ours: true,
  }),
  'DELETE /auth/sessions/:id': op({
    summary: 'End one session',
    access: 'user',
    params: z.strictObject({ id: z.uuid() }),
    reply: Done,
    ours: true,
  }),
};
