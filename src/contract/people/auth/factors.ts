import { z } from 'zod';
import { Done } from '../../core/schemas.ts';
import { op } from '../../core/op.ts';
import { Device, Session } from './auth.ts';
import { PasskeyAnswer } from './passkeys.ts';

/** Six digits from an authenticator app, or a recovery code; spaces and dashes don't matter. */
const Code = z.string().trim().min(1, 'Enter the code.').max(40, 'That code is too long.');
const LinkToken = z.string().min(20).max(200);
const RecoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).describe('Shown once; stored only as hashes.'),
});

export const factors = {
  'POST /auth/login/code': op({
    summary: 'Finish a login that was answered with second_factor_required',
    access: 'anyone',
    body: z.strictObject({
      challenge: LinkToken.describe('From the details of second_factor_required'),
      code: Code,
      device: Device.optional(),
    }),
    reply: Session,
    ours: true,
  }),
  'POST /auth/step-up': op({
    summary:
      'Prove who you are for ten minutes: with a code or a passkey, or your password if two-factor authentication is off',
    access: 'user',
    body: z.union([
      z.strictObject({ password: z.string().min(1, 'Enter your password.').max(256) }),
      z.strictObject({ code: Code }),
      z.strictObject({ passkey: PasskeyAnswer }),
    ]),
    reply: z.object({ until: z.iso.datetime() }),
    ours: true,
  }),
  'GET /auth/second-factor': op({
    summary: 'Whether your logins need a code, and how many recovery codes are left',
    access: 'user',
    reply: z.object({
      enabledAt: z.iso.datetime().nullable(),
      recoveryCodesLeft: z.int().describe('Number of unused recovery codes.'),
    }),
    ours: true,
  }),
  'POST /auth/second-factor': op({
    summary: 'Prepare an authenticator app; a first code confirms it',
    access: 'user',
    reply: z.object({
      secret: z.string().describe('To type into the app, in base 32'),
      uri: z.string().describe('For the QR code'),
    }),
    ours: true,
  }),
  'POST /auth/second-factor/confirm': op({
    summary: 'Turn on two-factor authentication with a first code; your other sessions end',
    access: 'user',
    body: z.strictObject({ code: Code }),
    reply: RecoveryCodes,
    ours: true,
  }),
  'DELETE /auth/second-factor': op({
    summary: 'Turn off two-factor authentication',
    access: 'user',
    reply: Done,
    ours: true,
  }),
  'POST /auth/second-factor/recovery-codes': op({
    summary: 'Replace your recovery codes',
    access: 'user',
    reply: RecoveryCodes,
    ours: true,
  }),
  'POST /auth/second-factor/undo': op({
    summary: 'Undo turning on two-factor authentication, with the token from the email',
    access: 'anyone',
    body: z.strictObject({ token: LinkToken }),
    reply: Done,
    ours: true,
  }),
};
