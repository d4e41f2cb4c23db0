import { z } from 'zod';
import { limits } from '#config/limits.ts';
import {
  Id,
  IdParams,
  KeyPage,
  PerformerCard,
  SignedMoney,
  Timestamp,
  Tokens,
  listReply,
} from '../../core/schemas.ts';
import { op } from '../../core/op.ts';

/** `later`: the creator answered that another time suits better; the fan can wait or cancel. */
export const PrivateStreamState = z.enum([
  'requested',
  'later',
  'accepted',
  'live',
  'paused',
  'ended',
  'declined',
  'cancelled',
  'expired',
]);
export type PrivateStreamState = z.infer<typeof PrivateStreamState>;

/** Why it ended: by one of the two, because tokens or time ran out, or because access ended. */
export const PrivateStreamEnd = z.enum(['creator', 'fan', 'tokens', 'interrupted', 'access']);

/** What one person pays for a private stream. */
const Meter = z.object({
  perMinute: Tokens,
  seconds: z.int().describe('Seconds charged so far: both sides had media.'),
  tokens: Tokens,
  /** Tokens set apart for the next minutes; what isn't used returns at the end. */
  held: Tokens,
  /** Whether it runs at the moment: both sides have media. */
  isRunning: z.boolean(),
  /** Seconds for which the held tokens last. Below 60 only when the wallet can’t extend them. */
  secondsLeft: z.int().describe('Seconds until the held tokens are used up.'),
});
export type Meter = z.infer<typeof Meter>;

export const PrivateStream = z.object({
  _id: Id,
  conversationId: Id,
  performer: PerformerCard,
  /** The fan who asked. */
  user: PerformerCard,
  note: z.string(),
  state: PrivateStreamState,
  perMinute: Tokens,
  /** What five minutes cost, which accepting sets apart. */
  firstHold: Tokens,
  spectatorsEnabled: z.boolean(),
  spectatorPerMinute: Tokens,
  spectators: z.int().describe('Number of spectators.'),
  /** Of the viewer; the creator sees the fan's. Null before it is accepted. */
  meter: Meter.nullable(),
  earned: SignedMoney.nullable().describe(
    'What it has earned so far from the fan and spectators, after commission and refunds, in cents. Only for the creator; null for others.',
  ),
  endReason: PrivateStreamEnd.nullable(),
  /** When an unanswered request, or an accepted one that nobody joins, ends by itself. */
  expiresAt: Timestamp.nullable(),
  startedAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  serverTime: Timestamp,
});
export type PrivateStream = z.infer<typeof PrivateStream>;

/** One stretch of time in which the meter ran or stood still. */
const Stretch = z.object({ kind: z.enum(['media', 'pause']), from: Timestamp, to: Timestamp });

/** What a creator asks for private streams, for fans. */
export const PrivateStreamTerms = z.object({
  isOpen: z.boolean(),
  perMinute: Tokens,
  /** What five minutes cost, which accepting sets apart. */
  firstHold: Tokens,
  spectatorsEnabled: z.boolean(),
  spectatorPerMinute: Tokens,
});
export type PrivateStreamTerms = z.infer<typeof PrivateStreamTerms>;

export const PrivateStreamStatement = z.object({
  streamId: Id,
  from: Timestamp.nullable(),
  to: Timestamp.nullable(),
  stretches: z.array(Stretch),
  seconds: z.int().describe('Seconds charged.'),
  perMinute: Tokens,
  tokens: Tokens,
  /** Tokens that were set apart and not used. */
  returned: Tokens,
  /** What spectators paid. Only for the creator; 0 for others. */
  spectatorTokens: Tokens,
  earned: SignedMoney.nullable().describe(
    'What it earned from the fan and spectators, after commission and refunds, in cents. Only for the creator; null for others.',
  ),
});
export type PrivateStreamStatement = z.infer<typeof PrivateStreamStatement>;

const answer = (summary: string) =>
  op({
    summary,
    access: 'user',
    params: IdParams,
    reply: PrivateStream,
    ours: true,
  });

/** `/streaming/private`. */
export const privateStreaming = {
  'POST /streaming/private': op({
    summary: 'Ask a creator for a private stream',
    access: 'user',
    body: z.strictObject({
      performerId: Id,
      note: z.string().trim().max(limits.text.tipNote).default(''),
      /** Whether the fan agrees to paying spectators. There are none unless the creator allows them, too. */
      allowsSpectators: z.boolean().default(false),
      /** The price a minute that was shown. If it has changed, 409 with the current one. */
      expectedPerMinute: Tokens,
    }),
    reply: PrivateStream,
    status: 201,
    idempotent: true,
    ours: true,
  }),
  'GET /streaming/private/search': op({
    summary: 'Your private streams, as fan or as creator, newest first',
    access: 'user',
    query: z.strictObject({
      ...KeyPage,
      side: z.enum(['fan', 'creator']).default('fan'),
      /** `open`: requested, postponed, accepted, running or paused. */
      state: z.enum(['open', 'over']).optional(),
    }),
    reply: listReply(PrivateStream),
    ours: true,
  }),
  'GET /streaming/private/terms/:id': op({
    summary: 'Whether a creator takes private streams, and their prices',
    access: 'anyone',
    params: IdParams,
    reply: PrivateStreamTerms,
    ours: true,
  }),
  'GET /streaming/private/:id': op({
    summary: 'One private stream',
    access: 'user',
    params: IdParams,
    reply: PrivateStream,
    ours: true,
  }),
  'GET /streaming/private/:id/statement': op({
    summary: 'What a private stream cost: times, pauses, seconds and tokens',
    access: 'user',
    params: IdParams,
    reply: PrivateStreamStatement,
    ours: true,
  }),
  'POST /streaming/private/:id/accept': answer('Accept a request; five minutes of tokens are set apart'),
  'POST /streaming/private/:id/decline': answer('Decline a request'),
  'POST /streaming/private/:id/later': answer('Answer a request with “later”'),
  'POST /streaming/private/:id/cancel': answer('Cancel your request'),
  'POST /streaming/private/:id/end': answer('End a private stream'),
  'POST /streaming/private/:id/spectate': op({
    summary: 'Watch a private stream as a paying spectator, if its creator and fan allow it',
    access: 'user',
    params: IdParams,
    body: z.strictObject({ expectedPerMinute: Tokens }),
    reply: PrivateStream,
    idempotent: true,
    ours: true,
  }),
  'POST /streaming/private/:id/leave': answer('Stop watching a private stream as a spectator'),
};
