import { z } from 'zod';
import { limits } from '#config/limits.ts';
import {
  AccessView,
  Audience,
  Done,
  Id,
  IdParams,
  KeyPage,
  PerformerCard,
  QueryFlag,
  Timestamp,
  SignedMoney,
  Tokens,
  listReply,
  lineText,
} from '../../core/schemas.ts';
import { op } from '../../core/op.ts';
import { ReplayRule, SlowSeconds, HeldWords, Ticket, streamFields } from './settings.ts';
import { LiveGrant } from '../../core/live-grant.ts';
import { ChatAudience } from './shared.ts';

/** `interrupted`: the creator's connection was lost, and viewers wait for it to come back. */
export const StreamState = z.enum(['scheduled', 'live', 'interrupted', 'ended', 'cancelled']);
export type StreamState = z.infer<typeof StreamState>;

const TipGoal = z.object({
  tokens: Tokens,
  /** What the creator promises for it; may be empty. */
  text: z.string(),
});

/** A public stream, for viewers. */
export const Stream = z.object({
  _id: Id,
  performer: PerformerCard,
  title: z.string(),
  audience: Audience,
  /** Price of a ticket in tokens; 0 without one. It is also good for the replay. */
  price: Tokens,
  includedInSubscription: z.boolean(),
  access: AccessView,
  state: StreamState,
  scheduledAt: Timestamp.nullable(),
  startedAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
  /** Since when the creator's picture has been missing; null while it is there. */
  interruptedAt: Timestamp.nullable(),
  /** When an interrupted stream ends by itself. */
  resumesUntil: Timestamp.nullable(),
  duration: z.int().describe('Seconds for which media flowed.'),
  viewers: z.int().describe('Number of people watching.'),
  peak: z.int().describe('Greatest number of people watching at once.'),
  tipGoal: TipGoal.nullable(),
  /** Tips given during the stream, undone ones excluded. */
  tipped: Tokens,
  conversationId: Id,
  /** The video made of the recording; its creator sees it before it is published. Null otherwise. */
  replayVideoId: Id.nullable(),
  /** Whether the viewer is reminded when a scheduled stream begins. */
  isReminded: z.boolean(),
  /** When its creator last changed it: the version that a change is about. `updatedAt` moves while it runs. */
  editedAt: Timestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  /** The server's time of the reply, from which the client computes its clock offset. */
  serverTime: Timestamp,
});
export type Stream = z.infer<typeof Stream>;

/** Someone who tipped during a stream. */
export const Supporter = z.object({
  _id: Id,
  name: z.string(),
  avatar: z.string(),
  tokens: Tokens,
  isYou: z.boolean(),
});
export type Supporter = z.infer<typeof Supporter>;

/** How a stream arrives, for its creator. Null where the media server doesn't tell. */
export const StreamHealth = z.object({
  streamId: Id,
  /** Whether the creator's media is arriving. */
  isReceiving: z.boolean(),
  kbps: z.number().describe('Number of kilobits per second.').nullable(),
  fps: z.number().describe('Number of frames per second.').nullable(),
  loss: z.number().describe('Percent of packets lost.').nullable(),
  viewers: z.int().describe('Number of people watching.'),
  /** Whether it is being recorded. */
  isRecording: z.boolean(),
});
export type StreamHealth = z.infer<typeof StreamHealth>;

const Goal = z.strictObject({
  tokens: z
    .int()
    .describe('Goal in tokens.')
    .min(1, 'Enter at least 1 token.')
    .max(limits.safeAmount, 'That is too much.'),
  text: lineText().max(limits.text.tipNote).default(''),
});
export const GoLive = z.strictObject({
  /** A scheduled stream to begin now. Absent fields keep what it was announced with. */
  streamId: Id.optional(),
  title: streamFields.title,
  /** What is absent here and below is taken from the creator's stream settings. */
  audience: streamFields.audience.optional(),
  price: streamFields.price.optional(),
  includedInSubscription: streamFields.includedInSubscription.optional(),
  replay: streamFields.replay.optional(),
  tipGoal: Goal.nullable().optional(),
  /** In the future: the stream is announced, and doesn't begin. */
  scheduledAt: Timestamp.nullable().default(null),
  chatAudience: ChatAudience.optional(),
  slowSeconds: SlowSeconds.optional(),
  heldWords: HeldWords.optional(),
  /** Continue here a stream that was begun in another tab or on another device, which then stops sending. */
  takeOver: z.boolean().default(false),
});
export type GoLive = z.input<typeof GoLive>;

/** Where the media of a stream is sent and watched. */
export const JoinedStream = z.object({
  streamId: Id,
  conversationId: Id,
  /** Where the viewer sends their own media; null for those who only watch. */
  publish: LiveGrant.nullable(),
  /** Whose media the viewer watches. */
  watch: z.array(z.object({ userId: Id, grant: LiveGrant })),
});
export type JoinedStream = z.infer<typeof JoinedStream>;

/** `/streaming`: public streams. */
export const streaming = {
  'PUT /streaming/set-duration': op({
    summary: 'Report how long your stream ran; the server’s own measure is what counts',
    access: 'performer',
    body: z.strictObject({
      streamId: Id,
      duration: z.int().describe('Seconds.').min(0).max(limits.stream.longestSeconds),
    }),
    reply: Stream,
  }),
  'POST /streaming/live': op({
    summary: 'Go live, or announce a stream',
    access: 'performer',
    body: GoLive,
    reply: z.object({
      stream: Stream,
      /** Null for an announced stream. */
      grant: LiveGrant.nullable(),
    }),
    status: 201,
  }),
  'PUT /streaming/live/:id': op({
    summary: 'Change, end or cancel your stream',
    access: 'performer',
    params: IdParams,
    body: z
      .strictObject({
        title: streamFields.title,
        tipGoal: Goal.nullable(),
        replay: ReplayRule,
        /** Only before it begins. */
        audience: Audience,
        /** Only before it begins. */
        price: Ticket,
        /** Only before it begins. */
        includedInSubscription: z.boolean(),
        /** Only before it begins. */
        scheduledAt: Timestamp,
        /** Ends a live stream, or cancels an announced one; its tickets are refunded. */
        state: z.enum(['ended', 'cancelled']),
      })
      .partial(),
    reply: Stream,
  }),
  'GET /streaming/join/:id': op({
    summary: 'Join a stream, public or private: where to get its media',
    access: 'user',
    params: IdParams,
    reply: JoinedStream,
  }),
  'POST /streaming/agora/token': op({
    summary: 'A fresh grant for the media of a stream you joined',
    access: 'user',
    body: z.strictObject({
      streamId: Id,
      /** Whose media to watch; absent: to send one's own. */
      watches: Id.optional(),
    }),
    reply: LiveGrant,
  }),
  'GET /streaming/user/search': op({
    summary: 'Streams that are live or announced',
    access: 'anyone',
    query: z.strictObject({
      ...KeyPage,
      /** `live` includes interrupted ones. */
      state: z.enum(['live', 'scheduled']).default('live'),
      performerId: Id.optional(),
      category: z.string().trim().max(60).optional(),
      /** Only of creators the viewer follows or subscribes to. */
      followed: QueryFlag.optional(),
    }),
    reply: listReply(Stream),
  }),
  'GET /streaming/own/search': op({
    summary: 'Your streams, newest first',
    access: 'performer',
    query: z.strictObject({ ...KeyPage, state: StreamState.optional() }),
    reply: listReply(
      Stream.extend({
        earned: SignedMoney.describe('From tickets and tips, after commission and refunds, in cents.'),
        tickets: z.int().describe('Number of tickets sold.'),
      }),
    ),
    ours: true,
  }),
  'GET /streaming/:id': op({
    summary: 'One stream',
    access: 'anyone',
    params: IdParams,
    reply: Stream,
    ours: true,
  }),
  'GET /streaming/:id/supporters': op({
    summary: 'Who tipped most during a stream',
    access: 'anyone',
    params: IdParams,
    reply: z.object({ data: z.array(Supporter) }),
    ours: true,
  }),
  'GET /streaming/:id/health': op({
    summary: 'How your stream arrives',
    access: 'performer',
    params: IdParams,
    reply: StreamHealth,
    ours: true,
  }),
  'PUT /streaming/:id/reminder': op({
    summary: 'Be reminded when an announced stream begins',
    access: 'user',
    params: IdParams,
    reply: Done,
    ours: true,
  }),
  'DELETE /streaming/:id/reminder': op({
    summary: 'Don’t be reminded',
    access: 'user',
    params: IdParams,
    reply: Done,
    ours: true,
  }),
};
