import { type Row, creators, everybody, members } from './row.ts';
import type { Scene } from './scene.ts';

const aCreator = (scene: Scene) => ({ params: { id: scene.owner.id } });

export const blockRows = {
  'GET /block/countries': [{ cells: members(200) }],
  'POST /block/countries': [{ cells: members(200), given: () => ({ body: { countries: ['DE', 'AT'] } }) }],
  'GET /block/countries/preview/:country': [
    { cells: creators(200), given: () => ({ params: { country: 'FR' } }) },
  ],
  'GET /block/place': [
    { cells: everybody(200), given: (scene) => ({ query: { path: `/${scene.owner.username}` } }) },
  ],
  'POST /block/place': [{ cells: everybody(200), given: () => ({ body: { country: 'DE' } }) }],
  'POST /block/users': [
    {
      // People who can't see each other can't block each other either, and from the closed country the
      // creator isn't visible.
      case: 'the owner',
      cells: '401 200 200 200 422 200 404 404 401 401',
      id: 'body.userId',
      given: (scene) => ({ body: { userId: scene.owner.id } }),
    },
  ],
  'DELETE /block/users/:id': [
    {
      case: 'the blocked: only their blocker has something to take back',
      cells: '401 404 404 404 200 404 404 404 401 401',
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.blocked.id } }),
    },
  ],
  'GET /block/users': [{ cells: members(200) }],
  'GET /creator-mutes': [{ cells: members(200) }],
  'GET /creator-mutes/:id': [
    { cells: '401 200 200 200 200 200 404 404 401 401', id: 'params.id', given: aCreator },
  ],
  'PUT /creator-mutes/:id': [
    { cells: '401 200 200 200 409 200 404 404 401 401', id: 'params.id', given: aCreator },
  ],
  'DELETE /creator-mutes/:id': [
    { cells: '401 200 200 200 409 200 404 404 401 401', id: 'params.id', given: aCreator },
  ],
  'POST /reports/visitors': [
    {
      case: 'a locked post, which visitors see, too',
      cells: '201 201 201 201 422 201 404 404 201 201',
      id: 'body.targetId',
      given: async (scene) => ({
        body: { targetType: 'feed', targetId: await scene.post(), category: 'legal', comment: 'A threat' },
      }),
    },
  ],
  'POST /reports': [
    {
      case: 'the owner',
      cells: '401 201 201 201 422 201 404 404 401 401',
      id: 'body.targetId',
      given: (scene) => ({ body: { targetType: 'account', targetId: scene.owner.id, category: 'spam' } }),
    },
    {
      case: 'a locked post',
      cells: '401 201 201 201 422 201 404 404 401 401',
      id: 'body.targetId',
      given: async (scene) => ({
        body: {
          targetType: 'feed',
          targetId: await scene.post(),
          category: 'other',
          comment: 'Look at this',
        },
      }),
    },
    {
      case: 'the fan’s message: its receiver alone',
      cells: '401 422 404 404 201 404 404 404 401 401',
      id: 'body.targetId',
      given: async (scene) => ({
        body: { targetType: 'message', targetId: await scene.message(), category: 'violation' },
      }),
    },
  ],
} satisfies Record<string, readonly Row[]>;
