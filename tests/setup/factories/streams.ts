import type { Stream } from '#contract/talk/streams/streams.ts';
import type { Meter, PrivateStream } from '#contract/talk/streams/private.ts';
import type { StreamSettings } from '#contract/talk/streams/settings.ts';
import type { StreamConversation } from '#contract/talk/streams/chat.ts';
import { aCard } from './creators.ts';

const minute = 60_000;
const from = (ms: number) => new Date(Date.now() + ms).toISOString();

/** A stream that has been live for ten minutes and is open to everyone, by the test's clock. */
export const aStream = (changes: Partial<Stream> = {}): Stream => ({
  _id: 's1',
  performer: aCard({ _id: 'lena', name: 'Lena', username: 'lena' }),
  title: 'Throwing a vase',
  audience: 'public',
  price: 0,
  includedInSubscription: false,
  access: { allowed: true, reason: 'free', routes: [] },
  state: 'live',
  scheduledAt: null,
  startedAt: from(-10 * minute),
  endedAt: null,
  interruptedAt: null,
  resumesUntil: null,
  duration: 0,
  viewers: 12,
  peak: 20,
  tipGoal: null,
  tipped: 0,
  conversationId: 'c1',
  replayVideoId: null,
  isReminded: false,
  editedAt: from(-10 * minute),
  createdAt: from(-10 * minute),
  updatedAt: from(-10 * minute),
  serverTime: from(0),
  ...changes,
});

/** Announced for an hour from now. */
export const aScheduledStream = (changes: Partial<Stream> = {}): Stream =>
  aStream({
    _id: 's2',
    state: 'scheduled',
    scheduledAt: from(60 * minute),
    startedAt: null,
    viewers: 0,
    ...changes,
  });

export const aStreamChat = (changes: Partial<StreamConversation> = {}): StreamConversation => ({
  _id: 's1',
  streamId: 'stream-1',
  performerId: 'creator',
  type: 'public_stream',
  canWrite: true,
  writeRefusal: null,
  isModerator: false,
  chatAudience: 'everyone',
  slowSeconds: 0,
  waitSeconds: 0,
  heldWords: [],
  isClosed: false,
  pinned: null,
  lastSeq: 0,
  ...changes,
});

export const someStreamSettings = (changes: Partial<StreamSettings> = {}): StreamSettings => ({
  title: '',
  audience: 'public',
  price: 0,
  includedInSubscription: false,
  replay: 'none',
  chatAudience: 'everyone',
  slowSeconds: 5,
  heldWords: ['spoiler'],
  privateEnabled: false,
  perMinute: 0,
  spectatorsEnabled: false,
  spectatorPerMinute: 0,
  media: { kind: 'loopback', canRecord: true, canUseEncoder: true },
  ...changes,
});

/** A private stream that its creator has accepted: a token a second, five minutes on hold. */
export const aPrivateStream = (changes: Partial<PrivateStream> = {}): PrivateStream => ({
  _id: 'p1',
  conversationId: 'c1',
  performer: aCard({ _id: 'lena', name: 'Lena', username: 'lena' }),
  user: aCard({ _id: 'fan', name: 'Fay', username: 'fay' }),
  note: 'A question about glazing',
  state: 'accepted',
  perMinute: 60,
  firstHold: 300,
  spectatorsEnabled: false,
  spectatorPerMinute: 0,
  spectators: 0,
  meter: aMeter(),
  earned: null,
  endReason: null,
  expiresAt: from(10 * minute),
  startedAt: null,
  endedAt: null,
  createdAt: from(-minute),
  updatedAt: from(-minute),
  serverTime: from(0),
  ...changes,
});

export const aMeter = (changes: Partial<Meter> = {}): Meter => ({
  perMinute: 60,
  seconds: 0,
  tokens: 0,
  held: 300,
  isRunning: false,
  secondsLeft: 300,
  ...changes,
});

/** The server's answers for the chat of a stream in which nobody has written yet. */
export const anEmptyChat = (streamId: string) => ({
  'GET /conversations/stream/public/:id': () => aStreamChat({ streamId }),
  'GET /conversations/stream/:id': () => aStreamChat({ streamId, type: 'private_stream' }),
  'GET /messages/conversations/public/:id': () => ({ data: [], total: 0 }),
  'GET /messages/conversations/private/:id': () => ({ data: [], total: 0 }),
});
