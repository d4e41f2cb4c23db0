import { socialLogins } from '#backend/db/schema/factors.ts';
import { type Row, everybody, members } from './row.ts';
import type { Scene } from './scene.ts';

/** What a browser brings back from the provider. */
async function returned({ app }: Scene, provider: 'google' | 'twitter') {
  const { oauthToken, oauthTokenSecret } = (
    provider === 'google'
      ? await app.ok('POST /auth/google/login', { body: {} })
      : await app.ok('POST /auth/twitter/login', { body: {} })
  ) as { oauthToken: string; oauthTokenSecret: string };
  return { body: { code: 'stand-in', oauthToken, oauthTokenSecret } };
}

export const socialRows = {
  'POST /auth/google/login': [
    { case: 'start', cells: everybody(200), given: () => ({ body: {} }) },
    {
      case: 'connect',
      cells: '401 200 200 200 200 200 200 200 401 401',
      given: () => ({ body: { connect: true } }),
    },
    { case: 'finish', cells: everybody(200), given: (scene) => returned(scene, 'google') },
    {
      case: 'a login that nobody began',
      cells: everybody(422),
      given: ({ fresh }) => ({ body: { code: 'x', oauthToken: fresh(), oauthTokenSecret: fresh() } }),
    },
  ],
  'POST /auth/twitter/login': [{ cells: everybody(200), given: () => ({ body: {} }) }],
  'POST /auth/twitter/callback': [
    { cells: everybody(200), given: (scene) => returned(scene, 'twitter') },
    {
      case: 'a login that began with another provider',
      cells: everybody(422),
      given: (scene) => returned(scene, 'google'),
    },
  ],
  'GET /auth/social': [{ cells: members(200) }],
  'DELETE /auth/social/:provider': [
    {
      cells: members(200),
      async given({ app, accountOf, fresh }, who) {
        const { id: accountId } = accountOf(who);
        const connection = { accountId, provider: 'google' as const, subject: fresh(), label: 'Ann' };
        const createdAt = app.ports.clock.now();
        await app.db
          .insert(socialLogins)
          .values({ id: app.ports.ids(), ...connection, createdAt })
          .onConflictDoNothing();
        return { params: { provider: 'google' } };
      },
    },
    { case: 'not connected', cells: members(404), given: () => ({ params: { provider: 'twitter' } }) },
  ],
} satisfies Record<string, readonly Row[]>;
