import { z } from 'zod';
import { limits } from '#config/limits.ts';
import { Audience, Tokens, lineText } from '../../core/schemas.ts';
import { op } from '../../core/op.ts';
import { ChatAudience } from './shared.ts';

/** What becomes of the recording: nothing, a draft in the studio, or a video that is published at the end. */
export const ReplayRule = z.enum(['none', 'draft', 'publish']);
export type ReplayRule = z.infer<typeof ReplayRule>;

/** A creator's settings, with which a stream begins. */
export const StreamSettings = z.object({
  title: z.string(),
  audience: Audience,
  price: Tokens,
  includedInSubscription: z.boolean(),
  replay: ReplayRule,
  chatAudience: ChatAudience,
  slowSeconds: z.int().describe('Seconds between two messages of one person; 0: no limit.'),
  /** Messages with these words wait for the creator or a moderator. */
  heldWords: z.array(z.string()),
  /** Whether fans may ask for private streams. */
  privateEnabled: z.boolean(),
  /** Price of a private stream in tokens a minute. */
  perMinute: Tokens,
  spectatorsEnabled: z.boolean(),
  /** Price for each spectator of a private stream in tokens a minute. */
  spectatorPerMinute: Tokens,
  /** What this site can do with media. */
  media: z.object({
    kind: z.enum(['relay', 'agora', 'loopback', 'off']),
    canRecord: z.boolean(),
    canUseEncoder: z.boolean(),
  }),
});
export type StreamSettings = z.infer<typeof StreamSettings>;

const { stream: bounds } = limits;
const title = lineText()
  .min(1, 'Enter a title.')
  .max(limits.text.title, `Use at most ${limits.text.title} characters.`);
export const Ticket = z
  .int()
  .describe('Price in tokens; 0: free.')
  .min(0)
  .max(limits.itemPrice.max, `Enter at most ${limits.itemPrice.max} tokens.`);
const PerMinute = z
  .int()
  .describe('Price in tokens a minute.')
  .min(bounds.perMinute.min, `Enter at least ${bounds.perMinute.min} token.`)
  .max(bounds.perMinute.max, `Enter at most ${bounds.perMinute.max} tokens.`);
export const SlowSeconds = z
  .int()
  .describe('Seconds between two messages of one person; 0: no limit.')
  .refine((seconds) => seconds === 0 || (seconds >= bounds.slow.min && seconds <= bounds.slow.max), {
    message: `Choose 0, or ${bounds.slow.min} to ${bounds.slow.max} seconds.`,
  });
export const HeldWords = z
  .array(z.string().trim().min(1).max(bounds.heldWordLength))
  .max(bounds.heldWords, `Add at most ${bounds.heldWords} words.`);
export const chatFields = { chatAudience: ChatAudience, slowSeconds: SlowSeconds, heldWords: HeldWords };
export const streamFields = {
  title,
  audience: Audience,
  price: Ticket,
  includedInSubscription: z.boolean(),
  replay: ReplayRule,
};

const Encoder = z.object({
  url: z.string(),
  hasKey: z.boolean(),
  key: z.string().nullable().describe('Shown once, when it is made; stored only as a hash.'),
});

/** `/streaming`: what a creator's streams begin with. */
export const streamSettings = {
  'PUT /streaming/update': op({
    summary: 'Change your stream settings',
    access: 'performer',
    body: z
      .strictObject({
        ...streamFields,
        ...chatFields,
        title: lineText().max(limits.text.title),
        privateEnabled: z.boolean(),
        perMinute: PerMinute,
        spectatorsEnabled: z.boolean(),
        spectatorPerMinute: PerMinute,
      })
      .partial(),
    reply: StreamSettings,
  }),
  'GET /streaming/settings': op({
    summary: 'Your stream settings',
    access: 'performer',
    reply: StreamSettings,
    ours: true,
  }),
  'GET /streaming/encoder': op({
    summary: 'Address for OBS and other encoders that speak WHIP, and the key the first time',
    access: 'performer',
    reply: Encoder,
    ours: true,
  }),
  'POST /streaming/encoder': op({
    summary: 'Replace your encoder key; the old one stops working',
    access: 'performer',
    reply: Encoder,
    ours: true,
  }),
};
