import { z } from 'zod';
import { Device, Session } from './auth.ts';
import { Done, IdParams, lineText } from '../../core/schemas.ts';
import { op } from '../../core/op.ts';

const LinkToken = z.string().min(20).max(200);
const Base64Url = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/, 'Use base64url.');
/** The most bytes of a credential's id that the standard allows, as text. */
const CredentialId = Base64Url(1_364);
export const passkeyTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
const Transports = z.array(z.enum(passkeyTransports)).max(passkeyTransports.length);

const Name = lineText()
  .min(1, 'Enter a name.')
  .max(50, 'Use at most 50 characters.')
  .describe('What its owner calls it');

/** What an authenticator made, as far as the server looks at it. */
const NewCredential = z.strictObject({
  id: CredentialId,
  clientDataJSON: Base64Url(8_000),
  attestationObject: Base64Url(20_000),
  transports: Transports,
});
export type NewCredential = z.infer<typeof NewCredential>;
/** A signature over a challenge, as far as the server looks at it. */
export const PasskeyAnswer = z.strictObject({
  id: CredentialId,
  clientDataJSON: Base64Url(8_000),
  authenticatorData: Base64Url(8_000),
  signature: Base64Url(8_000),
  userHandle: Base64Url(100).nullable().describe('Whose passkey it is, if the authenticator says so'),
});
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(passkeyTransports)),
});
const CreationOptions = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(
      z.object({
        type: z.literal('public-key'),
        alg: z.int().describe('Registered number of a signature algorithm (COSE).'),
      }),
    ),
    timeout: z.int().describe('How long the browser waits: the number of milliseconds.'),
    excludeCredentials: z.array(Descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  })
  .describe('PublicKeyCredentialCreationOptionsJSON of WebAuthn');
const RequestOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int().describe('How long the browser waits: the number of milliseconds.'),
    allowCredentials: z.array(Descriptor).describe('Empty: any passkey of this site.'),
    userVerification: z.literal('required'),
  })
  .describe('PublicKeyCredentialRequestOptionsJSON of WebAuthn');

const Passkey = z.object({
  _id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  isBackedUp: z.boolean().describe('Whether it is kept in a password manager rather than on one device'),
});
export type Passkey = z.infer<typeof Passkey>;

export const passkeys = {
  'GET /auth/passkeys': op({
    summary: 'Your passkeys',
    access: 'user',
    reply: z.object({
      data: z.array(Passkey),
      total: z.int().describe('Number of items in the whole list.'),
    }),
    ours: true,
  }),
  'POST /auth/passkeys/options': op({
    summary: 'What a browser needs to make a passkey for your account',
    access: 'user',
    reply: CreationOptions,
    ours: true,
  }),
  'POST /auth/passkeys': op({
    summary: 'Add the passkey that your browser made',
    access: 'user',
    body: z.strictObject({ name: Name, credential: NewCredential }),
    reply: Passkey,
    status: 201,
    ours: true,
  }),
  'PUT /auth/passkeys/:id': op({
    summary: 'Rename a passkey',
    access: 'user',
    params: IdParams,
    body: z.strictObject({ name: Name }),
    reply: Passkey,
    ours: true,
  }),
  'DELETE /auth/passkeys/:id': op({
    summary: 'Remove a passkey; the last way to log in can’t be removed',
    access: 'user',
    params: IdParams,
    reply: Done,
    ours: true,
  }),
  'POST /auth/passkeys/undo': op({
    summary: 'Remove a passkey with the token from the email about adding it; all sessions end',
    access: 'anyone',
    body: z.strictObject({ token: LinkToken }),
    reply: Done,
    ours: true,
  }),
  'POST /auth/login/passkey/options': op({
    summary: 'What a browser needs to log in with a passkey, instead of the password or after it',
    access: 'anyone',
    body: z.strictObject({
      challenge: LinkToken.optional().describe('From the details of second_factor_required'),
    }),
    reply: RequestOptions,
    ours: true,
  }),
  'POST /auth/login/passkey': op({
    summary: 'Log in with a passkey, or finish a login that was answered with second_factor_required',
    access: 'anyone',
    body: z.strictObject({
      credential: PasskeyAnswer,
      challenge: LinkToken.optional().describe('From the details of second_factor_required'),
      remember: z.boolean().default(false),
      device: Device.optional(),
    }),
    reply: Session,
    ours: true,
  }),
  'POST /auth/step-up/options': op({
    summary: 'What a browser needs to prove who you are with a passkey',
    access: 'user',
    reply: RequestOptions,
    ours: true,
  }),
};
