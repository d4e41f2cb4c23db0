import { type Row, members } from './row.ts';
import type { Scene } from './scene.ts';

const ownersCode = async ({ app, owner }: Scene): Promise<string> =>
  (await app.ok('GET /referrals/user/code', { token: owner.token })).code;

export const referralRows = {
  'GET /referrals/user/code': [{ cells: members(200) }],
  'GET /referrals/user/search': [{ cells: members(200) }],
  // Blocked people don't learn who the code belongs to.
  'GET /referrals/codes/:code': [
    {
      cells: '200 200 200 200 200 200 404 404 200 200',
      given: async (scene) => ({ params: { code: await ownersCode(scene) } }),
    },
  ],
  'POST /referrals/user/claim': [
    {
      cells: '401 200 200 200 409 200 422 422 401 401',
      given: async (scene) => ({ body: { code: await ownersCode(scene) } }),
    },
  ],
  'GET /referral-earnings/stats': [{ cells: members(200) }],
  'GET /referral-earnings/search': [{ cells: members(200) }],
} satisfies Record<string, readonly Row[]>;
