import { eq } from 'drizzle-orm';
import { scheduledMessages } from '#backend/db/schema/creator-messages.ts';
import type { TestBackend } from '../setup/backend.ts';
import { postsIn } from '../setup/posts.ts';
import { talkOf } from '../setup/talk.ts';
import { among, inDays } from './stage.ts';
import { type Json, type Subject, each, edit } from './edit.ts';

const automatic =
  (state: 'never' | 'on' | 'off') =>
  async (app: TestBackend): Promise<Subject> => {
    const { ok, makeCreator } = app;
    const [by, other] = [await makeCreator(), await makeCreator()];
    const params = { kind: 'follow' as const };
    if (state !== 'never')
      await ok('PUT /automatic-messages/:kind', {
        token: by.token,
        params,
        body: {
          isOn: state === 'on',
          text: 'Hello, {name}',
          files: [await postsIn(app).makeFile(by.id)],
          price: 5,
        },
      });
    const readBy = async (token: string): Promise<Json> => ({
      ...(await ok('GET /automatic-messages', { token })).data.find(({ kind }) => kind === 'follow'),
    });
    return {
      params,
      by,
      read: () => readBy(by.token),
      onlookers: [
        {
          name: 'other creator',
          read: async () => {
            const theirs = await readBy(other.token);
            return [theirs['updatedAt'] === null ? null : theirs];
          },
          sight: () => 'hidden',
        },
      ],
    };
  };
const moves = ['isOn', 'text', 'files', 'price', 'updatedAt'];
export const automaticEdit = edit<'never' | 'on' | 'off'>({
  states: { never: automatic('never'), on: automatic('on'), off: automatic('off') },
  along: { isOn: true, text: 'Hello again' },
  fields: {
    isOn: each({ value: true, moves }, { value: false, moves }),
    text: each({ value: 'Welcome, {name}', moves }, { value: '', refused: 422 }),
    files: each({ value: [], moves }),
    price: each({ value: 0, moves }, { value: 5, refused: 422 }, { value: -1, refused: 422 }),
  },
});

const quickReply =
  (kind: 'first' | 'second') =>
  async ({ ok, makeCreator }: TestBackend): Promise<Subject> => {
    const [by, other] = [await makeCreator(), await makeCreator()];
    const ids: string[] = [];
    for (const title of ['Thanks', 'Prices'])
      ids.push((await ok('POST /quick-replies', { token: by.token, body: { title, text: 'Hi' } }))._id);
    const id = ids[kind === 'first' ? 0 : 1]!;
    const readBy = async (token: string) => among(await ok('GET /quick-replies', { token }), id);
    return {
      params: { id },
      by,
      read: async () => (await readBy(by.token)) as Json,
      onlookers: [
        { name: 'other creator', read: async () => [await readBy(other.token)], sight: () => 'hidden' },
      ],
    };
  };
export const quickReplyEdit = edit<'first' | 'second'>({
  states: { first: quickReply('first'), second: quickReply('second') },
  along: { title: 'Greeting', text: 'Hello, {name}' },
  fields: {
    title: each(
      { value: 'Welcome', moves: ['text'] },
      { value: ' ', refused: 422 },
      { value: 'x'.repeat(41), refused: 422 },
    ),
    text: each({ value: 'Bye', moves: ['title'] }, { value: ' ', refused: 422 }),
  },
});

const quickReplyOrder = async ({ ok, makeCreator }: TestBackend): Promise<Subject> => {
  const by = await makeCreator();
  for (const title of ['Thanks', 'Prices', 'Later'])
    await ok('POST /quick-replies', { token: by.token, body: { title, text: 'Hi' } });
  return {
    by,
    read: async () => ({
      ids: (await ok('GET /quick-replies', { token: by.token })).data.map(({ _id }) => _id),
    }),
  };
};
export const quickReplyOrderEdit = edit<'three'>({
  states: { three: quickReplyOrder },
  fields: {
    ids: {
      changes: async (_, { read }) => {
        const [first, second, third] = (await read())['ids'] as string[];
        return [
          { value: [third, first, second] },
          { value: [third, first], refused: 422 },
          { value: [third, first, first], refused: 422 },
        ];
      },
    },
  },
});

const scheduled =
  (state: 'scheduled' | 'failed' | 'sent') =>
  async (app: TestBackend): Promise<Subject> => {
    const { ok, db } = app;
    const talk = talkOf(app);
    const { fan, creator: by, id: conversationId } = await talk.pair();
    await talk.follow(fan, by);
    const { _id: id } = await ok('POST /scheduled-messages', {
      token: by.token,
      body: {
        conversationId,
        text: 'Hello',
        files: [await postsIn(app).makeFile(by.id)],
        price: 5,
        sendAt: inDays(app, 2).toISOString(),
      },
    });
    if (state === 'failed')
      await db.update(scheduledMessages).set({ state, reason: 'No' }).where(eq(scheduledMessages.id, id));
    if (state === 'sent') await ok('POST /scheduled-messages/:id/send', { token: by.token, params: { id } });
    return {
      params: { id },
      by,
      // Nothing is left to read of one that was sent.
      read: async () => among(await ok('GET /scheduled-messages', { token: by.token }), id) ?? {},
      onlookers: [
        {
          name: 'recipient',
          read: async () => {
            const { data } = await talk.history(fan, conversationId);
            return [data[0] ? { ...data[0] } : null];
          },
          sight: (own) => (own['_id'] === undefined ? 'locked' : 'hidden'),
        },
      ],
    };
  };
/** A time that can be chosen while the clock of these tests is at its start. */
const nextMonth = '2026-04-15T10:00:00.000Z';
const farAway = '2099-01-01T00:00:00.000Z';
const unlessSent =
  (...values: readonly { value: unknown; refused?: number }[]) =>
  (state: 'scheduled' | 'failed' | 'sent') =>
    values.map((one) =>
      state === 'sent'
        ? { ...one, refused: one.refused ?? 409 }
        : { ...one, moves: ['state', 'reason', 'text', 'files', 'price', 'sendAt'] },
    );
export const scheduledEdit = edit<'scheduled' | 'failed' | 'sent'>({
  states: { scheduled: scheduled('scheduled'), failed: scheduled('failed'), sent: scheduled('sent') },
  along: { text: 'Hello again', sendAt: nextMonth },
  fields: {
    text: { changes: unlessSent({ value: 'Good morning' }) },
    files: { changes: unlessSent({ value: [] }) },
    price: { changes: unlessSent({ value: 0 }, { value: 5, refused: 422 }) },
    sendAt: {
      changes: (state) => [{ value: farAway, refused: state === 'sent' ? 409 : 422 }],
    },
  },
});

const fanNote =
  (note: string) =>
  async (app: TestBackend): Promise<Subject> => {
    const { ok } = app;
    const { fan, creator: by, id } = await talkOf(app).pair();
    const params = { id };
    if (note !== '')
      await ok('PUT /conversations/:id/fan/note', { token: by.token, params, body: { note, before: '' } });
    return {
      params,
      by,
      read: async () => ({
        note: (await ok('GET /conversations/:id/fan', { token: by.token, params })).note,
      }),
      onlookers: [
        {
          name: 'fan',
          read: async () => {
            const seen = await app.call('GET /conversations/:id/fan', { token: fan.token, params });
            return [seen.status === 403 ? null : seen.data];
          },
          sight: () => 'hidden',
        },
      ],
    };
  };
const stale = { note: 'Collects cups', refused: 409 };
export const fanNoteEdit = edit<'none' | 'some'>({
  states: { none: fanNote(''), some: fanNote('Likes glazes') },
  fields: {
    note: {
      changes: (state) =>
        state === 'none'
          ? [
              { value: 'Collects cups', along: { before: '' } },
              { value: stale.note, along: { before: 'Something else' }, refused: stale.refused },
            ]
          : [
              { value: 'Collects cups', along: { before: 'Likes glazes' } },
              { value: '', along: { before: 'Likes glazes' } },
              { value: stale.note, along: { before: '' }, refused: stale.refused },
              { value: 'x'.repeat(2_001), along: { before: 'Likes glazes' }, refused: 422 },
            ],
    },
    // Not kept: it says which note was changed.
    before: {
      changes: (state) => [
        state === 'none'
          ? { value: '', along: { note: 'New' }, moves: ['note'], shown: undefined }
          : { value: 'Likes glazes', along: { note: 'New' }, moves: ['note'], shown: undefined },
      ],
    },
  },
});
