import { secondFactors } from '#backend/db/schema/factors.ts';
import { newAuthenticator } from '#backend/domain/people/accounts/factors/authenticator.ts';
import { challengeFor, codeNow } from '../setup/factors.ts';
import { testPassword } from '../setup/test-app.ts';
import { type Row, everybody, members } from './row.ts';
import type { Identity, Scene } from './scene.ts';

/** Gives whoever calls an authenticator app; returns a code of it. */
async function withApp({ app, accountOf }: Scene, who: Identity, isOn: boolean): Promise<string> {
  const { id, username } = accountOf(who);
  const { sealed, uri } = await newAuthenticator(app.ctx, id, username);
  const createdAt = app.ports.clock.now();
  const enabledAt = isOn ? createdAt : null;
  await app.db
    .insert(secondFactors)
    .values({ accountId: id, sealed, createdAt, enabledAt })
    .onConflictDoUpdate({ target: secondFactors.accountId, set: { sealed, enabledAt, lastStep: null } });
  return codeNow(app, uri);
}
const without = ({ app }: Scene) => app.db.delete(secondFactors);

export const factorRows = {
  'POST /auth/login/code': [
    {
      cells: everybody(200),
      suspended: 403,
      given: async (scene, who) => {
        const code = await withApp(scene, who, true);
        return { body: { challenge: await challengeFor(scene.app, scene.accountOf(who)), code } };
      },
    },
    {
      case: 'a challenge of nobody’s',
      cells: everybody(422),
      given: (scene) => ({ body: { challenge: `${scene.fresh()}${scene.fresh()}`, code: '123456' } }),
    },
  ],
  'POST /auth/step-up': [
    {
      case: 'by password',
      cells: members(200),
      given: (scene) => without(scene).then(() => ({ body: { password: testPassword } })),
    },
    {
      case: 'by code',
      cells: members(200),
      given: async (scene, who) => ({ body: { code: await withApp(scene, who, true) } }),
    },
  ],
  'GET /auth/second-factor': [{ cells: members(200) }],
  'POST /auth/second-factor': [{ cells: members(200), given: (scene) => without(scene).then(() => ({})) }],
  'POST /auth/second-factor/confirm': [
    {
      cells: members(200),
      given: async (scene, who) => ({ body: { code: await withApp(scene, who, false) } }),
    },
  ],
  'DELETE /auth/second-factor': [{ cells: members(200) }],
  'POST /auth/second-factor/recovery-codes': [
    {
      cells: members(200),
      given: async (scene, who) => {
        await withApp(scene, who, true);
        return {};
      },
    },
    {
      case: 'without an authenticator app',
      cells: members(404),
      given: (scene) => without(scene).then(() => ({})),
    },
  ],
  'POST /auth/second-factor/undo': [
    {
      case: 'a token of nobody’s',
      cells: everybody(422),
      given: (scene) => ({ body: { token: `${scene.fresh()}${scene.fresh()}` } }),
    },
  ],
} satisfies Record<string, readonly Row[]>;
