import { creatorStatements } from '#config/creator-statements.ts';
import { testPassword } from '../setup/test-app.ts';
import { type Row, creators, everybody, members, picture } from './row.ts';
import type { Scene } from './scene.ts';

const newcomer = (scene: Scene) => {
  const username = scene.fresh();
  return { name: 'New', username, email: `${username}@example.com`, password: testPassword };
};
/** Calls that change the owner's profile: fans may not make them, other creators get a 404. */
const ownProfileOnly = (status: number) => `401 403 403 403 ${status} 404 403 403 401 401`;

export const peopleRows = {
  'POST /auth/login': [
    {
      cells: everybody(200),
      suspended: 403,
      given: async (scene, who) => {
        await scene.withoutFactor(who);
        return { body: { credentials: scene.accountOf(who).username, password: testPassword } };
      },
    },
  ],
  'POST /auth/logout': [{ cells: members(200) }],
  'GET /users/limits': [{ cells: members(200) }],
  'POST /auth/email-verification': [
    {
      case: 'asking for the mail',
      cells: everybody(200),
      given: (scene) => ({ body: { email: `${scene.fresh()}@example.com` } }),
    },
    {
      case: 'a token of nobody’s',
      cells: everybody(422),
      given: (scene) => ({ body: { token: `${scene.fresh()}${scene.fresh()}` } }),
    },
  ],
  'POST /auth/email-change': [
    {
      cells: everybody(200),
      given: async (scene) => ({ body: { token: await scene.emailChangeToken(), answer: 'agree' } }),
    },
    {
      case: 'a token of nobody’s',
      cells: everybody(422),
      given: (scene) => ({ body: { token: `${scene.fresh()}${scene.fresh()}`, answer: 'undo' } }),
    },
  ],
  'PUT /auth/users/me/password': [
    { cells: members(200), given: () => ({ body: { password: testPassword, source: testPassword } }) },
  ],
  'POST /auth/users/forgot': [
    { cells: everybody(200), given: (scene) => ({ body: { email: `${scene.fresh()}@example.com` } }) },
  ],
  'POST /auth/users/reset': [
    {
      cells: everybody(200),
      suspended: 422,
      given: async (scene) => ({ body: { token: await scene.resetToken(), password: testPassword } }),
    },
  ],
  'POST /auth/users/register': [{ cells: everybody(201), given: (scene) => ({ body: newcomer(scene) }) }],
  'POST /auth/performers/register': [
    { cells: everybody(201), given: (scene) => ({ body: newcomer(scene), form: picture('idFront') }) },
  ],
  'GET /auth/sessions': [{ cells: members(200) }],
  'DELETE /auth/sessions/:id': [
    {
      cells: '401 200 404 404 404 404 404 404 401 401',
      id: 'params.id',
      given: async (scene) => ({ params: { id: await scene.session(scene.fan.id) } }),
    },
  ],
  'DELETE /auth/sessions': [{ cells: members(200) }],
  'POST /auth/logins/disown': [
    {
      case: 'a token of nobody’s',
      cells: everybody(422),
      given: (scene) => ({ body: { token: `${scene.fresh()}${scene.fresh()}` } }),
    },
  ],
  'GET /users/me': [{ cells: members(200) }],
  'PUT /users': [{ cells: members(200), given: () => ({ body: { bio: 'Changed' } }) }],
  'GET /users/interests': [{ cells: members(200) }],
  'PUT /users/time-zone': [{ cells: members(200), given: () => ({ body: { timeZone: 'Asia/Kathmandu' } }) }],
  'PUT /users/interests': [{ cells: members(200), given: () => ({ body: { interests: ['glass'] } }) }],
  'GET /users/search': [{ cells: members(200) }],
  'GET /users/view/:id': [
    {
      case: 'a creator',
      cells: '401 200 200 200 200 200 404 404 401 401',
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.owner.id } }),
    },
    {
      case: 'a fan who was blocked',
      cells: '401 200 200 200 404 200 200 200 401 401',
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.blocked.id } }),
    },
  ],
  'POST /users/avatar/upload': [{ cells: members(200), given: () => ({ form: picture() }) }],
  'DELETE /users/avatar': [{ cells: members(200) }],
  'POST /users/:id/avatar/upload': [
    {
      cells: '401 200 404 404 404 404 404 404 401 401',
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.fan.id }, form: picture() }),
    },
  ],
  'GET /performers/user/search': [{ cells: everybody(200) }],
  'GET /performers/search/random': [{ cells: everybody(200) }],
  'GET /performers/top': [{ cells: everybody(200) }],
  'GET /performers/me': [{ cells: creators(200) }],
  'GET /performers/categories': [{ cells: everybody(200) }],
  'GET /search': [{ cells: everybody(200), given: () => ({ query: { q: 'anything' } }) }],
  'GET /explore': [{ cells: everybody(200) }],
  'GET /explore/suggestions': [{ cells: members(200) }],
  'GET /performers/:id/similar': [
    {
      cells: '200 200 200 200 200 200 404 404 200 200',
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.owner.id } }),
    },
  ],
  'GET /search/suggestions': [{ cells: everybody(200), given: () => ({ query: { q: 'any' } }) }],
  'GET /tags': [{ cells: members(200), given: () => ({ query: { q: 'any' } }) }],
  'GET /tags/:tag': [{ cells: everybody(200), given: () => ({ params: { tag: 'anything' } }) }],
  'GET /tags/:tag/feeds': [{ cells: everybody(200), given: () => ({ params: { tag: 'anything' } }) }],
  'GET /mentions': [{ cells: members(200), given: () => ({ query: { q: 'any' } }) }],
  'GET /performers/:id': [
    {
      case: 'by id',
      cells: '200 200 200 200 200 200 404 404 200 200',
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.owner.id } }),
    },
    {
      case: 'by username',
      cells: '200 200 200 200 200 200 404 404 200 200',
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.owner.username } }),
    },
    {
      case: 'a fan',
      cells: everybody(404),
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.fan.id } }),
    },
  ],
  'PUT /performers/:id': [
    {
      cells: ownProfileOnly(200),
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.owner.id }, body: { bio: 'Changed' } }),
    },
  ],
  'POST /performers/avatar/upload': [{ cells: creators(200), given: () => ({ form: picture() }) }],
  'POST /performers/cover/upload': [{ cells: creators(200), given: () => ({ form: picture() }) }],
  'DELETE /performers/cover': [{ cells: creators(200) }],
  'POST /performers/documents/upload': [
    {
      cells: creators(200),
      given: () => ({ form: picture('idFront'), body: { statements: creatorStatements.version } }),
    },
  ],
  'POST /follows/:id': [
    {
      cells: '401 200 200 200 422 200 404 404 401 401',
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.owner.id } }),
    },
    {
      case: 'a fan',
      cells: '401 422 404 404 404 404 404 404 401 401',
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.fan.id } }),
    },
  ],
  'DELETE /follows/:id': [
    {
      cells: '401 200 200 200 422 200 404 404 401 401',
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.owner.id } }),
    },
  ],
  'GET /follows/followers': [{ cells: creators(200) }],
  'GET /follows/following': [{ cells: members(200) }],
} satisfies Record<string, readonly Row[]>;
