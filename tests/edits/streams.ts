import { eq } from 'drizzle-orm';
import { streams } from '#backend/db/schema/streams/streams.ts';
import type { TestBackend } from '../setup/backend.ts';
import { chattingIn } from '../setup/chatting.ts';
import { type Change, type Field, type Json, type Subject, each, edit } from './edit.ts';

const chat =
  (kind: 'quiet' | 'strict') =>
  async (app: TestBackend): Promise<Subject> => {
    const { makeStream, chat: view, say } = chattingIn(app);
    const [by, fan] = [await app.makeCreator(), await app.makeFan()];
    const rules =
      kind === 'strict' ? { chatAudience: 'followers', slowSeconds: 30, heldWords: ['spoiler'] } : {};
    const { id, conversationId } = await makeStream(by.id, {}, rules as object);
    const { _id: written } = await say(by, conversationId, 'Welcome');
    const shown = async (who: typeof by): Promise<Json> => {
      const { chatAudience, slowSeconds, heldWords, isClosed, pinned } = await view(who, id);
      return { chatAudience, slowSeconds, heldWords, isClosed, pinnedMessageId: pinned?._id ?? null };
    };
    return {
      params: { id: conversationId },
      by,
      read: async () => ({ ...(await shown(by)), written }),
      onlookers: [{ name: 'fan', read: async () => [await shown(fan)], sight: () => 'open' }],
    };
  };

export const chatEdit = edit<'quiet' | 'strict'>({
  states: { quiet: chat('quiet'), strict: chat('strict') },
  fields: {
    chatAudience: each(
      { value: 'subscribers' },
      { value: 'followers' },
      { value: 'everyone' },
      { value: 'nobody', refused: 422 },
    ),
    slowSeconds: each(
      { value: 3 },
      { value: 120 },
      { value: 0 },
      { value: 2, refused: 422 },
      { value: 121, refused: 422 },
    ),
    heldWords: {
      ...each(
        { value: ['Ending', 'ending', 'last page'], shown: ['ending', 'last page'] },
        { value: [] },
        { value: ['  '], refused: 422 },
      ),
      secret: true,
    },
    isClosed: each({ value: true }, { value: false }),
    pinnedMessageId: {
      changes: async (_, subject) => {
        const { written } = await subject.read();
        return [
          { value: written },
          { value: null },
          { value: '0195a1b2-0000-7000-8000-00000000dead', refused: 422 },
        ];
      },
    },
  },
});

const moderator =
  (isNamed: boolean) =>
  async (app: TestBackend): Promise<Subject> => {
    const [by, fan] = [await app.makeCreator(), await app.makeFan()];
    if (isNamed) await chattingIn(app).nameModerator(by.id, fan.id);
    return {
      params: { id: fan.id },
      by,
      read: async () => {
        const { moderators } = await app.ok('GET /streaming/chat/people', { token: by.token });
        return { isNamed: moderators.some(({ _id }) => _id === fan.id) };
      },
    };
  };
export const moderatorEdit = edit<'named' | 'stranger'>({
  states: { named: moderator(true), stranger: moderator(false) },
  fields: {
    '': {
      changes: () => [{ value: undefined, shown: true, moves: ['isNamed'] }],
      read: (own) => own['isNamed'],
    },
  },
});

const flags = each({ value: true }, { value: false });
const replays = each(
  { value: 'draft' },
  { value: 'publish' },
  { value: 'none' },
  { value: 'forever', refused: 422 },
);
const audiences = each(
  { value: 'followers' },
  { value: 'subscribers' },
  { value: 'public' },
  { value: 'nobody', refused: 422 },
);
const perMinute = each(
  { value: 1 },
  { value: 10_000 },
  { value: 0, refused: 422 },
  { value: 10_001, refused: 422 },
  { value: 1.5, refused: 422 },
);
const slow = each({ value: 3 }, { value: 120 }, { value: 0 }, { value: 2, refused: 422 });

/** A creator's settings, untouched or with everything changed. */
const settings =
  (values: Json) =>
  async (app: TestBackend): Promise<Subject> => {
    const by = await app.makeCreator();
    if (Object.keys(values).length > 0)
      await app.ok('PUT /streaming/update', { token: by.token, body: values });
    return {
      by,
      read: async () => {
        const { media: _, ...own } = await app.ok('GET /streaming/settings', { token: by.token });
        return own;
      },
    };
  };
export const streamSettingsEdit = edit<'fresh' | 'changed'>({
  states: {
    fresh: settings({}),
    changed: settings({
      title: 'Every Friday',
      audience: 'subscribers',
      price: 50,
      includedInSubscription: true,
      replay: 'draft',
      chatAudience: 'followers',
      slowSeconds: 30,
      heldWords: ['spoiler'],
      privateEnabled: true,
      perMinute: 60,
      spectatorsEnabled: true,
      spectatorPerMinute: 20,
    }),
  },
  fields: {
    title: each({ value: 'Good evening' }, { value: '' }, { value: 'x'.repeat(1_000), refused: 422 }),
    audience: audiences,
    price: each({ value: 5 }, { value: 0 }, { value: -1, refused: 422 }, { value: 1e9, refused: 422 }),
    includedInSubscription: flags,
    replay: replays,
    chatAudience: each(
      { value: 'subscribers' },
      { value: 'followers' },
      { value: 'everyone' },
      { value: 'nobody', refused: 422 },
    ),
    slowSeconds: slow,
    heldWords: each(
      { value: ['Ending', 'ending', 'last page'], shown: ['ending', 'last page'] },
      { value: [] },
      { value: ['  '], refused: 422 },
    ),
    privateEnabled: flags,
    perMinute,
    spectatorsEnabled: flags,
    spectatorPerMinute: perMinute,
  },
});

const late = 409;
type PublicState = 'scheduled' | 'live' | 'interrupted' | 'ended';
const publicStream =
  (state: PublicState) =>
  async (app: TestBackend): Promise<Subject> => {
    const [by, fan] = [await app.makeCreator(), await app.makeFan()];
    const moment = app.ports.clock.now();
    const { id } = await chattingIn(app).makeStream(by.id, {
      state,
      replay: 'draft',
      ...(state === 'scheduled' && { startedAt: null, scheduledAt: new Date(moment.getTime() + 3_600_000) }),
      ...(state === 'interrupted' && { interruptedAt: moment }),
      ...(state === 'ended' && { endedAt: moment }),
    });
    const shown = async (who: typeof by): Promise<Json | null> => {
      const { status, data: view } = await app.call('GET /streaming/:id', {
        token: who.token,
        params: { id },
      });
      if (status === 404) return null;
      const { title, tipGoal, audience, price, includedInSubscription, scheduledAt, state: now } = view;
      return { title, tipGoal, audience, price, includedInSubscription, scheduledAt, state: now };
    };
    const kept = async () => {
      const [row] = await app.db.select().from(streams).where(eq(streams.id, id));
      return row?.replay;
    };
    return {
      params: { id },
      by,
      read: async () => ({ ...(await shown(by)), replay: await kept() }),
      onlookers: [
        {
          name: 'fan',
          read: async () => [await shown(fan)],
          sight: (own) => (own['state'] === 'cancelled' ? 'hidden' : 'open'),
        },
      ],
    };
  };
/** What can be changed until the end, or only before the beginning. */
const until =
  (states: readonly PublicState[], ...changes: readonly Change[]) =>
  (state: PublicState): readonly Change[] =>
    states.includes(state)
      ? changes
      : changes.filter(({ refused }) => refused === undefined).map(({ value }) => ({ value, refused: late }));
const open = ['scheduled', 'live', 'interrupted'] as const;
const before = ['scheduled'] as const;
const goal = (key: string, ...changes: readonly Change[]): Field<PublicState> => ({
  changes: (state) =>
    until(
      open,
      ...changes,
    )(state).map((change) => ({
      ...change,
      along: { tipGoal: { tokens: 5, text: 'Something' } },
      moves: ['tipGoal'],
    })),
  read: (own) => (own['tipGoal'] as Json)[key],
});
export const publicStreamEdit = edit<PublicState>({
  states: {
    scheduled: publicStream('scheduled'),
    live: publicStream('live'),
    interrupted: publicStream('interrupted'),
    ended: publicStream('ended'),
  },
  fields: {
    title: { changes: until(open, { value: 'Good evening' }, { value: '', refused: 422 }) },
    'tipGoal.tokens': goal('tokens', { value: 60 }, { value: 0, refused: 422 }),
    'tipGoal.text': goal('text', { value: 'A song' }, { value: '' }),
    tipGoal: { changes: until(open, { value: { tokens: 40, text: 'An encore' } }, { value: null }) },
    replay: {
      changes: until(
        open,
        { value: 'publish' },
        { value: 'draft' },
        { value: 'forever', refused: 422 },
        { value: 'none' },
      ),
      secret: true,
    },
    audience: {
      changes: until(before, { value: 'followers' }, { value: 'subscribers' }, { value: 'public' }),
    },
    price: { changes: until(before, { value: 50 }, { value: 0 }, { value: -1, refused: 422 }) },
    includedInSubscription: { changes: until(before, { value: true }, { value: false }) },
    scheduledAt: {
      changes: async (state, subject) => {
        const { scheduledAt } = await subject.read();
        const later = new Date(Date.parse(String(scheduledAt)) + 3_600_000);
        if (state !== 'scheduled') return [{ value: '2190-01-01T20:00:00.000Z', refused: late }];
        return [
          { value: later.toISOString() },
          { value: '2190-01-01T20:00:00.000Z', refused: 422 },
          { value: '2001-01-01T20:00:00.000Z', refused: 422 },
        ];
      },
    },
    state: {
      changes: (state) => {
        if (state === 'ended') return [{ value: 'cancelled', refused: late }, { value: 'ended' }];
        return state === 'scheduled'
          ? [{ value: 'ended', refused: late }, { value: 'cancelled' }]
          : [{ value: 'cancelled', refused: late }, { value: 'ended' }];
      },
    },
  },
});

export const durationEdit = edit<'live'>({
  states: {
    live: async (app) => {
      const by = await app.makeCreator();
      const { id } = await chattingIn(app).makeStream(by.id);
      const read = async () => {
        const [row] = await app.db.select().from(streams).where(eq(streams.id, id));
        return { streamId: id, duration: row?.reportedSeconds };
      };
      return { by, read };
    },
  },
  fields: {
    streamId: {
      changes: () => [
        { value: '0195a1b2-0000-7000-8000-00000000dead', along: { duration: 1 }, refused: 404 },
      ],
    },
    duration: {
      changes: async (_, subject) => {
        const along = { streamId: (await subject.read())['streamId'] };
        return [
          { value: 90, along },
          { value: 0, along },
          { value: -1, along, refused: 422 },
          { value: 1e9, along, refused: 422 },
        ];
      },
    },
  },
});

const reminder =
  (isSet: boolean) =>
  async (app: TestBackend): Promise<Subject> => {
    const [creator, by] = [await app.makeCreator(), await app.makeFan()];
    const scheduledAt = new Date(app.ports.clock.now().getTime() + 3_600_000);
    const values = { state: 'scheduled' as const, startedAt: null, scheduledAt };
    const { id } = await chattingIn(app).makeStream(creator.id, values);
    const input = { token: by.token, params: { id } };
    if (isSet) await app.ok('PUT /streaming/:id/reminder', input);
    return {
      params: { id },
      by,
      read: async () => ({ isReminded: (await app.ok('GET /streaming/:id', input)).isReminded }),
    };
  };
export const reminderEdit = edit<'set' | 'none'>({
  states: { set: reminder(true), none: reminder(false) },
  fields: {
    '': {
      changes: () => [{ value: undefined, shown: true, moves: ['isReminded'] }],
      read: (own) => own['isReminded'],
    },
  },
});
