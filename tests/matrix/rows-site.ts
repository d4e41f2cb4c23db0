import { sitePosts } from '#backend/db/schema/operator.ts';
import type { TestBackend } from '../setup/backend.ts';
import { type Row, everybody } from './row.ts';

async function aPost({ db, ports }: TestBackend, publishedAt: Date | null): Promise<string> {
  const id = ports.ids();
  const moment = ports.clock.now();
  await db.insert(sitePosts).values({
    id,
    slug: id,
    title: 'News',
    html: '<p>Something.</p>',
    kind: 'news',
    publishedAt,
    createdAt: moment,
    updatedAt: moment,
  });
  return id;
}

export const siteRows = {
  'GET /block/countries/check': [{ cells: everybody(200) }],
  'GET /settings/public': [{ cells: everybody(200) }],
  'POST /settings/keys': [{ cells: everybody(200), given: () => ({ body: { keys: ['siteName'] } }) }],
  'POST /contact': [
    {
      cells: everybody(201),
      given: () => ({
        body: {
          name: 'Ann',
          email: 'ann@example.com',
          subject: 'Hello',
          message: 'Something of some length.',
        },
      }),
    },
  ],
  // Without a captcha, no answer is right.
  'POST /re-captcha/verify': [{ cells: everybody(422), given: () => ({ body: { token: 'a guess' } }) }],
  'GET /site-map': [{ cells: everybody(200) }],
  'GET /site-map/:kind': [{ cells: everybody(200), given: () => ({ params: { kind: 'profile' } }) }],
  'GET /countries/list': [{ cells: everybody(200) }],
  'GET /states/:country': [{ cells: everybody(200), given: () => ({ params: { country: 'US' } }) }],
  'GET /cities/:country/:state': [
    { cells: everybody(200), given: () => ({ params: { country: 'US', state: 'CA' } }) },
    {
      case: 'no such state',
      cells: everybody(404),
      given: () => ({ params: { country: 'US', state: 'ZZ' } }),
    },
  ],
  'GET /user-additional': [{ cells: everybody(200) }],
  'GET /languages/list': [{ cells: everybody(200) }],
  'GET /phone-codes/list': [{ cells: everybody(200) }],
  'GET /posts/search': [{ cells: everybody(200) }],
  'GET /posts/:id': [
    {
      cells: everybody(200),
      given: async ({ app }) => ({ params: { id: await aPost(app, new Date(0)) } }),
    },
    {
      case: 'not published',
      cells: everybody(404),
      given: async ({ app }) => ({ params: { id: await aPost(app, null) } }),
    },
  ],
  'GET /site-promo/search': [{ cells: everybody(200) }],
} satisfies Record<string, readonly Row[]>;
