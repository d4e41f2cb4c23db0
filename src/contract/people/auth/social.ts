import { z } from 'zod';
import { Done } from '../../core/schemas.ts';
import { op } from '../../core/op.ts';
import { AcceptedVersions } from './consents.ts';
import { Device } from './auth.ts';

export const socialProviders = ['google', 'twitter'] as const;
export const SocialProvider = z.enum(socialProviders);
export type SocialProvider = z.infer<typeof SocialProvider>;

export const SocialLoginStartBody = z.strictObject({
  role: z
    .enum(['user', 'performer'])
    .default('user')
    .describe('What a new account becomes. Existing ones stay what they are.'),
  connect: z
    .boolean()
    .default(false)
    .describe('Connects the provider to the account that is logged in, instead of logging in.'),
  /** What a new account accepts. */
  ...AcceptedVersions,
});
export const SocialLoginStart = z.object({
  url: z.url().describe('Where to send the browser.'),
  /** The `state` of the protocol; the browser keeps both until it is back. */
  oauthToken: z.string(),
  oauthTokenSecret: z.string(),
});
export const SocialLoginEndBody = z.strictObject({
  code: z.string().min(1).max(2_000).describe('From the address that the provider sent the browser to.'),
  iss: z.string().max(300).optional().describe('From the same address, if it is there.'),
  oauthToken: z.string().min(1).max(200),
  oauthTokenSecret: z.string().min(1).max(4_000),
  device: Device.optional(),
});
export const SocialLoginEnd = z.object({
  /** Null where a provider was connected: the session stays the same. */
  session: z.object({ token: z.string(), expiresAt: z.iso.datetime(), device: Device }).nullable(),
  isNew: z.boolean().describe('Whether an account was made.'),
});
export type SocialLoginStart = z.infer<typeof SocialLoginStart>;
export type SocialLoginEnd = z.infer<typeof SocialLoginEnd>;

export const social = {
  'POST /auth/google/login': op({
    summary: 'Start a login with Google, or finish it with what Google sent back',
    access: 'anyone',
    body: z.union([SocialLoginEndBody, SocialLoginStartBody]),
    reply: z.union([SocialLoginStart, SocialLoginEnd]),
  }),
  'POST /auth/twitter/login': op({
    summary: 'Start a login with X (Twitter)',
    access: 'anyone',
    body: SocialLoginStartBody,
    reply: SocialLoginStart,
  }),
  'POST /auth/twitter/callback': op({
    summary: 'Finish a login with X (Twitter)',
    access: 'anyone',
    body: SocialLoginEndBody,
    reply: SocialLoginEnd,
  }),
  'GET /auth/social': op({
    summary: 'The providers you can log in with',
    access: 'user',
    reply: z.object({
      data: z.array(
        z.object({
          provider: SocialProvider,
          name: z.string().describe('What the provider calls the person: an email address or @handle.'),
          createdAt: z.iso.datetime(),
        }),
      ),
      hasPassword: z.boolean(),
    }),
    ours: true,
  }),
  'DELETE /auth/social/:provider': op({
    summary: 'Disconnect a provider; the last way to log in can’t be removed',
    access: 'user',
    params: z.strictObject({ provider: SocialProvider }),
    reply: Done,
    ours: true,
  }),
};
