import { eq } from 'drizzle-orm';
import { accounts, dataExports } from '#backend/db/schema/accounts.ts';
import { sitePosts } from '#backend/db/schema/operator.ts';
import { shopIn } from '../setup/shop.ts';
import { testPassword } from '../setup/test-app.ts';
import { type Row, everybody, members } from './row.ts';
import type { Identity, Scene } from './scene.ts';

/** A login to one's deactivated account, as far as the password goes. */
async function deactivated({ app, accountOf, withoutFactor }: Scene, who: Identity) {
  await withoutFactor(who);
  const { id, username } = accountOf(who);
  const moment = app.ports.clock.now();
  await app.db
    .update(accounts)
    .set({ suspendedAt: moment, deactivatedAt: moment })
    .where(eq(accounts.id, id));
  const body = { credentials: username, password: testPassword };
  const { problem } = await app.call('POST /auth/login', { body });
  return { body: { challenge: String(problem['challenge']) } };
}

export const leavingRows = {
  'GET /auth/deactivation': [{ cells: members(200) }],
  'POST /auth/deactivation': [
    {
      case: 'while an order waits to be shipped',
      cells: members(409),
      async given({ app, accountOf }, who) {
        const { id } = accountOf(who);
        await shopIn(app).makeOrder(id, id, { number: app.ports.ids() });
        return {};
      },
    },
  ],
  'POST /auth/login/reactivate': [
    { cells: everybody(200), given: deactivated },
    {
      case: 'a challenge of nobody’s',
      cells: everybody(422),
      given: (scene) => ({ body: { challenge: `${scene.fresh()}${scene.fresh()}` } }),
    },
  ],
  'GET /auth/consents': [{ cells: everybody(200) }],
  'POST /auth/consents': [
    {
      case: 'a version that isn’t current',
      cells: members(409),
      given: () => ({ body: { terms: '900' } }),
    },
    {
      cells: members(200),
      async given({ app }) {
        await app.db.delete(sitePosts);
        await app.db.insert(sitePosts).values({
          id: app.ports.ids(),
          slug: 'terms',
          title: 'Terms',
          html: '<p>Be kind.</p>',
          kind: 'page',
          publishedAt: app.ports.clock.now(),
          createdAt: app.ports.clock.now(),
          updatedAt: app.ports.clock.now(),
        });
        return { body: { terms: '1' } };
      },
    },
  ],
  'GET /auth/deletion': [{ cells: members(200) }],
  'POST /auth/deletion': [
    {
      case: 'another username than one’s own',
      cells: members(422),
      given: ({ fresh }) => ({
        body: { confirmation: `not-${fresh()}`, losses: { tokens: 0, earnings: 0 } },
      }),
    },
  ],
  'GET /auth/export': [{ cells: members(200) }],
  'POST /auth/export': [
    {
      cells: members(201),
      async given({ app, accountOf }, who) {
        await app.db.delete(dataExports).where(eq(dataExports.accountId, accountOf(who).id));
        return {};
      },
    },
    {
      case: 'while one is being prepared',
      cells: members(409),
      async given({ app, accountOf }, who) {
        const [id, accountId] = [app.ports.ids(), accountOf(who).id];
        const createdAt = app.ports.clock.now();
        await app.db
          .insert(dataExports)
          .values({ id, accountId, state: 'preparing', createdAt })
          .onConflictDoNothing();
        return {};
      },
    },
  ],
} satisfies Record<string, readonly Row[]>;
