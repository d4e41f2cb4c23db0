import { z } from 'zod';
import { limits } from '#config/limits.ts';
import {
  CountryCode,
  Email,
  Id,
  IdParams,
  NameOrIdParams,
  OffsetPage,
  PerformerCard,
  Tokens,
  Username,
  listReply,
  lineText,
} from '../core/schemas.ts';
import { op } from '../core/op.ts';

export const CurrentUser = z.object({
  _id: Id,
  avatar: z.string(),
  cover: z.string().nullable(),
  name: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  /** A requested new address that hasn't been confirmed by both addresses yet. */
  pendingEmail: z.string().nullable(),
  balance: Tokens,
  isPerformer: z.boolean(),
  username: z.string().nullable(),
  bio: z.string(),
  country: z.string().nullable(),
  timeZone: z
    .string()
    .nullable()
    .describe(
      'IANA name of the zone of quiet hours, daily digests and the days of a creator’s figures; null until known: UTC.',
    ),
  totalNotSeenMessages: z.int().describe('Number of unread messages.'),
  consentDue: z.boolean().describe('Whether you are asked to accept new terms or a new privacy policy.'),
  unreadNotifications: z.int().describe('Number of unread notifications, at most 100.'),
  isNewAccount: z.boolean().describe('Whether the limits of new accounts apply: `GET /users/limits`..'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

export const LimitedAct = z.enum(limits.newAccount.acts);
export type LimitedAct = z.infer<typeof LimitedAct>;
export const NewAccountLimits = z.object({
  isNew: z.boolean(),
  endsAt: z.iso.datetime().nullable().describe('When the account is old enough; null if it is.'),
  needsEmail: z.boolean().describe('The limits also apply until the email address is confirmed.'),
  /** Empty for an account that isn't new. */
  limits: z.array(
    z.object({
      what: LimitedAct,
      max: z.int().describe('Number of times in that many seconds.'),
      left: z.int().describe('Number of times that are left.'),
      seconds: z.int().describe('Within how many seconds.'),
      resetsAt: z.iso.datetime().nullable().describe('When `left` is `max` again; null if it is.'),
      isLow: z.boolean().describe('Few are left, so the person should be told.'),
    }),
  ),
});
export type NewAccountLimits = z.infer<typeof NewAccountLimits>;

export const UserUpdate = z.strictObject({
  name: lineText().min(1, 'Enter a name.').max(limits.text.name).optional(),
  username: Username.optional(),
  /** A new address requires `password` or a proof, and applies once both addresses have confirmed. */
  email: Email.optional(),
  password: z.string().min(1).max(256).optional(),
  bio: z.string().trim().max(limits.text.bio).optional(),
  country: CountryCode.nullable().optional(),
});
const Interests = z.object({ interests: z.array(z.string()) });
export const ImageUpload = {
  fields: { file: { kind: 'image', max: 1, required: true } },
  maxBytes: limits.upload.imageBytes + 64 * 1024,
} as const;
export const AvatarReply = z.object({ url: z.string() });

export const users = {
  'GET /users/me': op({ summary: 'The current account', access: 'user', reply: CurrentUser }),
  'GET /users/limits': op({
    summary: 'What your account can’t do as often as it likes while it is new, and how often it still can',
    access: 'user',
    reply: NewAccountLimits,
    ours: true,
  }),
  'PUT /users': op({
    summary: 'Update the current account',
    access: 'user',
    body: UserUpdate,
    reply: CurrentUser,
  }),
  'PUT /users/time-zone': op({
    summary: 'Set your time zone: of quiet hours, daily digests and the days of your figures',
    access: 'user',
    body: z.strictObject({
      timeZone: z.string().min(1).max(64).describe('IANA name, such as America/New_York.'),
      isGuess: z.boolean().default(false).describe('Keep the zone that is set, if one is.'),
    }),
    reply: CurrentUser.pick({ timeZone: true }),
    ours: true,
  }),
  'GET /users/interests': op({
    summary: 'The categories you are interested in',
    access: 'user',
    reply: Interests,
    ours: true,
  }),
  'PUT /users/interests': op({
    summary: 'Choose the categories you are interested in, in place of the earlier ones',
    access: 'user',
    body: z.strictObject({
      interests: z.array(z.string().trim().toLowerCase().min(1).max(40)).max(limits.interests),
    }),
    reply: Interests,
    ours: true,
  }),
  'GET /users/search': op({
    summary: 'Find people to message: your followers and subscribers, or creators you follow',
    access: 'user',
    query: z.strictObject({ ...OffsetPage, q: z.string().trim().max(100).optional() }),
    reply: listReply(PerformerCard),
  }),
  'GET /users/view/:id': op({
    summary: 'An account’s public profile',
    access: 'user',
    params: NameOrIdParams,
    reply: PerformerCard,
  }),
  'POST /users/avatar/upload': op({
    summary: 'Set your avatar',
    access: 'user',
    upload: ImageUpload,
    reply: AvatarReply,
  }),
  'DELETE /users/avatar': op({
    summary: 'Remove your avatar; the default picture takes its place',
    access: 'user',
    reply: AvatarReply,
    ours: true,
  }),
  'POST /users/:id/avatar/upload': op({
    summary: 'Set the avatar of an account (only your own)',
    access: 'user',
    params: IdParams,
    upload: ImageUpload,
    reply: AvatarReply,
  }),
};
