import { passkeys } from '#backend/db/schema/factors.ts';
import { addPasskey } from '../setup/passkeys.ts';
import { makeAuthenticator } from '../setup/authenticator.ts';
import { type Row, everybody, members } from './row.ts';
import type { Identity, Scene } from './scene.ts';

/** Gives an account a passkey, whoever calls. */
async function passkeyOf({ app, accountOf }: Scene, who: Identity) {
  const { token } = await app.openSession(accountOf(who).id);
  return addPasskey(app, { token });
}
const others = '401 404 404 404 404 404 404 404 401 401';

export const passkeyRows = {
  'GET /auth/passkeys': [{ cells: members(200) }],
  'POST /auth/passkeys/options': [
    { cells: members(200), given: ({ app }) => app.db.delete(passkeys).then(() => ({})) },
  ],
  'POST /auth/passkeys': [
    {
      case: 'made for another session',
      cells: members(422),
      async given({ app, accountOf }, who) {
        const { token } = await app.openSession(accountOf(who).id);
        const credential = makeAuthenticator().create(await app.ok('POST /auth/passkeys/options', { token }));
        return { body: { name: 'My phone', credential } };
      },
    },
  ],
  'PUT /auth/passkeys/:id': [
    {
      cells: members(200),
      given: async (scene, who) => ({
        params: { id: (await passkeyOf(scene, who)).id },
        body: { name: 'My laptop' },
      }),
    },
    {
      case: 'another person’s',
      cells: others,
      id: 'params.id',
      given: async ({ app }) => ({
        params: { id: (await addPasskey(app, await app.makeFan())).id },
        body: { name: 'My laptop' },
      }),
    },
  ],
  'DELETE /auth/passkeys/:id': [
    {
      cells: members(200),
      given: async (scene, who) => ({ params: { id: (await passkeyOf(scene, who)).id } }),
    },
    {
      case: 'another person’s',
      cells: others,
      id: 'params.id',
      given: async ({ app }) => ({ params: { id: (await addPasskey(app, await app.makeFan())).id } }),
    },
  ],
  'POST /auth/passkeys/undo': [
    {
      case: 'a token of nobody’s',
      cells: everybody(422),
      given: (scene) => ({ body: { token: `${scene.fresh()}${scene.fresh()}` } }),
    },
  ],
  'POST /auth/login/passkey/options': [
    { cells: everybody(200), given: () => ({ body: {} }) },
    {
      case: 'a challenge of nobody’s',
      cells: everybody(422),
      given: (scene) => ({ body: { challenge: `${scene.fresh()}${scene.fresh()}` } }),
    },
  ],
  'POST /auth/login/passkey': [
    {
      cells: everybody(200),
      suspended: 403,
      async given(scene, who) {
        const { authenticator } = await passkeyOf(scene, who);
        const options = await scene.app.ok('POST /auth/login/passkey/options', { body: {} });
        return { body: { credential: authenticator.answer(options) } };
      },
    },
    {
      case: 'a passkey of nobody’s',
      cells: everybody(422),
      async given({ app }) {
        const options = await app.ok('POST /auth/login/passkey/options', { body: {} });
        return { body: { credential: makeAuthenticator().answer(options) } };
      },
    },
  ],
  'POST /auth/step-up/options': [{ cells: members(200) }],
} satisfies Record<string, readonly Row[]>;
