import { postsIn } from '../setup/posts.ts';
import type { TestBackend } from '../setup/backend.ts';
import { type Json, type Subject, each, edit } from './edit.ts';

const settings =
  (kind: 'default' | 'changed') =>
  async ({ ok, makeFan }: TestBackend): Promise<Subject> => {
    const by = await makeFan();
    if (kind === 'changed')
      await ok('PUT /notifications/settings', {
        token: by.token,
        body: { digest: 'hourly', quietHours: { from: '01:00', to: '02:00' } },
      });
    return { by, read: async () => ({ ...(await ok('GET /notifications/settings', { token: by.token })) }) };
  };
export const notificationSettingsEdit = edit<'default' | 'changed'>({
  states: { default: settings('default'), changed: settings('changed') },
  fields: {
    channels: {
      ...each(
        { value: { like: { app: false } }, shown: false },
        { value: { like: { app: true } }, shown: true },
        { value: { nonsense: { app: true } }, shown: true, refused: 422 },
        { value: { like: { fax: true } }, shown: true, refused: 422 },
      ),
      read: (own) => ((own['channels'] as Json)['like'] as Json)['app'],
    },
    digest: each(
      { value: 'hourly' },
      { value: 'daily' },
      { value: 'off' },
      { value: 'weekly', refused: 422 },
    ),
    quietHours: each({ value: { from: '22:00', to: '07:00' } }, { value: null }),
    'quietHours.from': {
      ...each(
        { value: '23:00', along: { quietHours: { to: '08:00' } } },
        { value: '24:00', along: { quietHours: { to: '08:00' } }, refused: 422 },
      ),
      read: (own) => (own['quietHours'] as Json)['from'],
    },
    'quietHours.to': {
      ...each(
        { value: '08:00', along: { quietHours: { from: '23:00' } } },
        { value: '8 am', along: { quietHours: { from: '23:00' } }, refused: 422 },
      ),
      read: (own) => (own['quietHours'] as Json)['to'],
    },
    push: {
      ...each(
        { value: { messages: false }, shown: false },
        { value: { messages: true }, shown: true },
        { value: { everything: true }, shown: true, refused: 422 },
      ),
      read: (own) => (own['push'] as Json)['messages'],
    },
    'push.messages': {
      ...each({ value: false }, { value: true }, { value: 'no', refused: 422 }),
      read: (own) => (own['push'] as Json)['messages'],
    },
    'push.messageText': {
      ...each({ value: true }, { value: false }, { value: 'no', refused: 422 }),
      read: (own) => (own['push'] as Json)['messageText'],
    },
  },
});

const followed =
  (isOn: boolean) =>
  async (app: TestBackend): Promise<Subject> => {
    const { ok, makeFan, makeCreator } = app;
    const [by, creator] = [await makeFan(), await makeCreator()];
    await postsIn(app).follow(by.id, creator.id);
    const params = { id: creator.id };
    if (isOn) await ok('PUT /follows/:id/notifications', { token: by.token, params, body: { posts: true } });
    return {
      params,
      by,
      read: async () => ({ ...(await ok('GET /follows/:id/notifications', { token: by.token, params })) }),
    };
  };
export const postAlertsEdit = edit<'on' | 'off'>({
  states: { on: followed(true), off: followed(false) },
  fields: { posts: each({ value: true }, { value: false }) },
});
