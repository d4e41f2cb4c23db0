import { broadcastsIn, toFollowers } from '../setup/broadcasting.ts';
import type { TestBackend } from '../setup/backend.ts';
import { talkOf } from '../setup/talk.ts';
import { type Json, type Subject, each, edit } from './edit.ts';
import { among, found, inDays } from './stage.ts';

const message =
  (kind: 'fresh' | 'edited' | 'old') =>
  async (app: TestBackend): Promise<Subject> => {
    const { ok, call, makeFan, makeCreator, ports } = app;
    const [by, creator, stranger] = [await makeFan(), await makeCreator(), await makeFan()];
    const { open, send } = talkOf(app);
    const { _id: conversationId } = await open(by, creator);
    const params = { id: (await send(by, conversationId, 'Hello'))._id };
    if (kind === 'edited')
      await ok('PUT /messages/:id', { token: by.token, params, body: { text: 'Hello there' } });
    if (kind === 'old') ports.clock.move('16m');
    const seenBy = (token: string) => found(call('GET /messages/:id', { token, params }));
    return {
      params,
      by,
      read: async () => (await seenBy(by.token)) as Json,
      onlookers: [
        { name: 'recipient', read: async () => [await seenBy(creator.token)], sight: () => 'open' },
        { name: 'stranger', read: async () => [await seenBy(stranger.token)], sight: () => 'hidden' },
      ],
    };
  };
export const messageEdit = edit<'fresh' | 'edited' | 'old'>({
  states: { fresh: message('fresh'), edited: message('edited'), old: message('old') },
  fields: {
    text: {
      changes: (state) =>
        state === 'old'
          ? [{ value: 'Goodbye', refused: 409 }]
          : [
              { value: 'Goodbye', moves: ['editedAt', 'change'] },
              { value: '', refused: 422 },
            ],
    },
  },
});

const received =
  (kind: 'plain' | 'reacted') =>
  async (app: TestBackend): Promise<Subject> => {
    const { ok, call, makeFan, makeCreator } = app;
    const [by, creator] = [await makeFan(), await makeCreator()];
    const { open, send } = talkOf(app);
    const { _id: conversationId } = await open(by, creator);
    await send(by, conversationId, 'Hi');
    const params = { id: (await send(creator, conversationId, 'Hello'))._id };
    if (kind === 'reacted')
      await ok('PUT /messages/:id/reaction', { token: by.token, params, body: { emoji: 'wow' } });
    const read = async (token: string) => (await found(call('GET /messages/:id', { token, params }))) as Json;
    return {
      params,
      by,
      read: () => read(by.token),
      onlookers: [{ name: 'sender', read: async () => [await read(creator.token)], sight: () => 'open' }],
    };
  };
const emojis = ['heart', 'like', 'laugh', 'wow', 'sad', 'fire'];
export const reactionEdit = edit<'plain' | 'reacted'>({
  states: { plain: received('plain'), reacted: received('reacted') },
  fields: {
    emoji: {
      changes: () => [
        ...emojis.map((value) => ({ value, moves: ['reactions', 'change'] })),
        { value: 'thumbs', refused: 422 },
      ],
      read: (own) => (own['reactions'] as Json[])[0]?.['emoji'],
    },
  },
});

const massMessage =
  (state: 'draft' | 'scheduled' | 'sent') =>
  async (app: TestBackend): Promise<Subject> => {
    const { ok } = app;
    const { town, send, results } = broadcastsIn(app);
    const { creator: by, fans } = await town(1);
    const { _id: id } = await send(by, {
      isDraft: state === 'draft',
      scheduledAt: state === 'scheduled' ? inDays(app, 2).toISOString() : null,
    });
    // A run takes a limited number of jobs, and other tests may have left some.
    for (let run = 0; state === 'sent' && (await results(by, id)).state !== 'sent'; run += 1) {
      if (run === 50) throw new Error('the message is never sent');
      await app.backend.runJobs();
    }
    return {
      params: { id },
      by,
      read: () => results(by, id),
      onlookers: [
        {
          name: 'fan',
          read: async () => [
            (await ok('GET /conversations', { token: fans[0]!.token })).data.length > 0 ? {} : null,
          ],
          sight: (own) => (own['state'] === 'sent' ? 'open' : 'hidden'),
        },
      ],
    };
  };
const toList = { include: [{ kind: 'subscribers', plans: ['yearly'] }], exclude: [], excludeOwners: true };
const toAll = { ...toFollowers, exclude: [], excludeOwners: true };
const bodyBeside = { text: 'Hello, everybody', audience: toAll, isDraft: true };
const whileOpen =
  (...changes: readonly { value: unknown; [key: string]: unknown }[]) =>
  (state: 'draft' | 'scheduled' | 'sent') =>
    state === 'sent'
      ? changes.map(({ value, along }) => ({
          value,
          refused: 409,
          ...(along ? { along: along as Json } : {}),
        }))
      : changes.map((change) => ({ ...change, moves: ['state', 'scheduledAt', 'text', 'audience'] }));
const ofAudience = (key: 'include' | 'exclude' | 'excludeOwners') => (own: Json) =>
  (own['audience'] as Json)[key];

export const broadcastEdit = edit<'draft' | 'scheduled' | 'sent'>({
  states: { draft: massMessage('draft'), scheduled: massMessage('scheduled'), sent: massMessage('sent') },
  along: bodyBeside,
  fields: {
    text: { changes: whileOpen({ value: 'Good morning' }) },
    files: { changes: whileOpen({ value: [] }) },
    price: { changes: whileOpen({ value: 0 }) },
    freeForSubscribers: {
      // Nothing is sold, so there is nothing to include.
      changes: whileOpen({ value: true, shown: false }, { value: false }),
    },
    scheduledAt: { changes: whileOpen({ value: null }) },
    isDraft: {
      changes: (state) =>
        state === 'sent'
          ? [
              { value: true, refused: 409 },
              { value: false, refused: 409 },
            ]
          : [
              { value: true, moves: ['state', 'scheduledAt'] },
              { value: false, shown: false, moves: ['state', 'scheduledAt', 'sentAt'] },
            ],
      read: (own) => own['state'] === 'draft',
    },
    'audience.include': { changes: whileOpen({ value: toList.include }), read: ofAudience('include') },
    'audience.exclude': { changes: whileOpen({ value: toList.include }), read: ofAudience('exclude') },
    'audience.excludeOwners': {
      changes: whileOpen({ value: false }, { value: true }),
      read: ofAudience('excludeOwners'),
    },
  },
});

const fanList =
  (kind: 'empty' | 'full') =>
  async (app: TestBackend): Promise<Subject> => {
    const { ok, makeCreator } = app;
    const { creator: by, fans } = await broadcastsIn(app).town(1);
    const other = await makeCreator();
    const { _id: id } = await ok('POST /fan-lists', { token: by.token, body: { name: 'Regulars' } });
    if (kind === 'full')
      await ok('PUT /fan-lists/:id/members/:accountId', {
        token: by.token,
        params: { id, accountId: fans[0]!.id },
      });
    return {
      params: { id },
      by,
      read: async () => among(await ok('GET /fan-lists', { token: by.token }), id) as Json,
      onlookers: [
        {
          name: 'other creator',
          read: async () => [among(await ok('GET /fan-lists', { token: other.token }), id)],
          sight: () => 'hidden',
        },
      ],
    };
  };
export const fanListEdit = edit<'empty' | 'full'>({
  states: { empty: fanList('empty'), full: fanList('full') },
  fields: { name: each({ value: 'Collectors' }, { value: ' ', refused: 422 }) },
});

const listMember =
  (isMember: boolean) =>
  async (app: TestBackend): Promise<Subject> => {
    const { ok } = app;
    const { creator: by, fans } = await broadcastsIn(app).town(1);
    const { _id: id } = await ok('POST /fan-lists', { token: by.token, body: { name: 'Regulars' } });
    const params = { id, accountId: fans[0]!.id };
    if (isMember) await ok('PUT /fan-lists/:id/members/:accountId', { token: by.token, params });
    return {
      params,
      by,
      read: async () => ({
        isMember:
          (await ok('GET /fan-lists/:id/members', { token: by.token, params: { id } })).data.length === 1,
      }),
    };
  };
export const listMemberEdit = edit<'member' | 'stranger'>({
  states: { member: listMember(true), stranger: listMember(false) },
  fields: {
    '': {
      changes: () => [{ value: undefined, shown: true, moves: ['isMember'] }],
      read: (own) => own['isMember'],
    },
  },
});

const mute =
  (isMuted: boolean) =>
  async ({ ok, makeCreator, makeFan }: TestBackend): Promise<Subject> => {
    const [creator, by] = [await makeCreator(), await makeFan()];
    const params = { id: creator.id };
    if (isMuted) await ok('PUT /mass-messages/mutes/:id', { token: by.token, params });
    return {
      params,
      by,
      read: async () => ({ ...(await ok('GET /mass-messages/mutes/:id', { token: by.token, params })) }),
    };
  };
export const muteEdit = edit<'muted' | 'audible'>({
  states: { muted: mute(true), audible: mute(false) },
  fields: {
    '': {
      changes: () => [{ value: undefined, shown: true, moves: ['isMuted'] }],
      read: (own) => own['isMuted'],
    },
  },
});

const creatorMute =
  (isMuted: boolean) =>
  async ({ ok, makeCreator, makeFan }: TestBackend): Promise<Subject> => {
    const [creator, by] = [await makeCreator(), await makeFan()];
    const params = { id: creator.id };
    if (isMuted) await ok('PUT /creator-mutes/:id', { token: by.token, params });
    return {
      params,
      by,
      read: async () => ({ ...(await ok('GET /creator-mutes/:id', { token: by.token, params })) }),
    };
  };
export const creatorMuteEdit = edit<'muted' | 'shown'>({
  states: { muted: creatorMute(true), shown: creatorMute(false) },
  fields: {
    '': {
      changes: () => [{ value: undefined, shown: true, moves: ['isMuted'] }],
      read: (own) => own['isMuted'],
    },
  },
});

const weeklyCap =
  (value: number | null) =>
  async ({ ok, makeFan }: TestBackend): Promise<Subject> => {
    const by = await makeFan();
    await ok('PUT /mass-messages/settings', { token: by.token, body: { weeklyCap: value } });
    return { by, read: async () => ({ ...(await ok('GET /mass-messages/settings', { token: by.token })) }) };
  };
export const weeklyCapEdit = edit<'default' | 'own'>({
  states: { default: weeklyCap(null), own: weeklyCap(3) },
  fields: {
    weeklyCap: {
      changes: () => [
        { value: 5, moves: ['isDefault'] },
        { value: 0, moves: ['isDefault'] },
        { value: -1, refused: 422 },
        { value: 1.5, refused: 422 },
      ],
    },
  },
});
