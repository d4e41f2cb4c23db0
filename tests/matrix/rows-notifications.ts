import { type Row, everybody, members } from './row.ts';

export const notificationRows = {
  'GET /notifications': [{ cells: members(200) }],
  'GET /notifications/unread': [{ cells: members(200) }],
  'POST /notifications/:id/read': [
    {
      case: 'the fan’s: theirs alone',
      cells: '401 200 404 404 404 404 404 404 401 401',
      id: 'params.id',
      given: async (scene) => ({ params: { id: await scene.notification() } }),
    },
  ],
  'POST /notifications/read-all': [
    { cells: members(200), given: () => ({ body: { until: '2030-01-01T00:00:00.000Z' } }) },
  ],
  'POST /notifications/unsubscribe': [
    {
      case: 'a token of nobody’s',
      cells: everybody(404),
      given: () => ({ body: { token: '01900000-0000-7000-8000-000000000000.digest.nothing' } }),
    },
    {
      case: 'the fan’s token: whoever holds the email',
      cells: everybody(200),
      given: (scene) => ({ body: { token: scene.unsubscribeToken() } }),
    },
  ],
  'GET /notifications/settings': [{ cells: members(200) }],
  'PUT /notifications/settings': [
    { cells: members(200), given: () => ({ body: { digest: 'hourly' as const } }) },
  ],
  'GET /notifications/push': [{ cells: members(200) }],
  'POST /notifications/push': [
    {
      cells: members(201),
      given: (scene) => ({
        body: {
          endpoint: `https://push.limelight.dev/${scene.fresh()}`,
          keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
        },
      }),
    },
  ],
  'DELETE /notifications/push/:id': [
    {
      case: 'the fan’s: theirs alone',
      cells: '401 200 404 404 404 404 404 404 401 401',
      id: 'params.id',
      given: async (scene) => ({ params: { id: await scene.pushDevice() } }),
    },
  ],
  'POST /notifications/push/:id/test': [
    {
      case: 'the fan’s: theirs alone',
      cells: '401 200 404 404 404 404 404 404 401 401',
      id: 'params.id',
      given: async (scene) => ({ params: { id: await scene.pushDevice() } }),
    },
  ],
  'GET /follows/:id/notifications': [
    {
      case: 'the owner',
      cells: '401 200 200 200 200 200 404 404 401 401',
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.owner.id } }),
    },
  ],
  'PUT /follows/:id/notifications': [
    {
      case: 'the owner: followers alone',
      cells: '401 409 409 200 409 409 404 404 401 401',
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.owner.id }, body: { posts: true } }),
    },
  ],
} satisfies Record<string, readonly Row[]>;
