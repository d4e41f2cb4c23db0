import type { TestBackend } from '../setup/backend.ts';
import { requestingIn } from '../setup/requesting.ts';
import { talkOf } from '../setup/talk.ts';
import { type Json, type Subject, edit } from './edit.ts';

const both = [{ value: true }, { value: false }];

const kept =
  (kind: 'plain' | 'organized' | 'request') =>
  async (app: TestBackend): Promise<Subject> => {
    const { organize, request } = requestingIn(app);
    const { pair, send, view } = talkOf(app);
    const { fan, creator, id } = kind === 'request' ? await request(0) : await pair();
    if (kind !== 'request') await send(fan, id, 'Hello');
    if (kind === 'organized')
      await organize(creator, id, { isPinned: true, isMuted: true, isMarkedUnread: true });
    const read = async (token: string): Promise<Json> => ({
      ...(await app.ok('GET /conversations/:id', { token, params: { id } })),
    });
    const before = await view(fan, id);
    return {
      params: { id },
      by: creator,
      read: () => read(creator.token),
      onlookers: [
        {
          name: 'the other member',
          // What one member does with a conversation never shows to the other.
          read: async () => [JSON.stringify(await view(fan, id)) === JSON.stringify(before) ? {} : null],
          sight: () => 'open',
        },
      ],
    };
  };
export const inboxEdit = edit<'plain' | 'organized' | 'request'>({
  states: { plain: kept('plain'), organized: kept('organized'), request: kept('request') },
  fields: {
    isPinned: { changes: () => both, secret: true },
    isMuted: { changes: () => both, secret: true },
    isMarkedUnread: { changes: () => both, secret: true },
    isArchived: {
      changes: (state) =>
        state === 'request'
          ? [{ value: true, refused: 409 }, { value: false }]
          : [
              { value: true, moves: ['folder'] },
              { value: false, moves: ['folder'] },
            ],
      read: (own) => own['folder'] === 'archived',
      secret: true,
    },
  },
});

const terms =
  (kind: 'default' | 'priced') =>
  async (app: TestBackend): Promise<Subject> => {
    const by = await app.makeCreator();
    if (kind === 'priced') await requestingIn(app).terms(by, { firstMessagePrice: 100 });
    return {
      by,
      read: async () => ({ ...(await app.ok('GET /message-requests/settings', { token: by.token })) }),
    };
  };
const along = { writeFirst: 'everyone', asksFirst: true, firstMessagePrice: 0 };
const moves = ['writeFirst', 'asksFirst', 'firstMessagePrice'];
export const firstMessageEdit = edit<'default' | 'priced'>({
  states: { default: terms('default'), priced: terms('priced') },
  along,
  fields: {
    writeFirst: {
      changes: () => [
        ...['followers', 'subscribers', 'everyone'].map((value) => ({ value, moves })),
        { value: 'nobody', refused: 422 },
      ],
    },
    asksFirst: { changes: () => both.map((each) => ({ ...each, moves })) },
    firstMessagePrice: {
      changes: () => [
        { value: 250, moves },
        { value: 0, moves },
        { value: -1, refused: 422 },
        { value: 100_001, refused: 422 },
        { value: 5, along: { asksFirst: false }, refused: 422 },
      ],
    },
  },
});
