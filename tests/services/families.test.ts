import { expect, it } from 'vitest';
import { contract } from '#contract/registry';
import type { Api } from '#services/api';
import * as addresses from '#services/addresses';
import * as auctions from '#services/auctions';
import * as auth from '#services/auth';
import * as blocks from '#services/blocks';
import * as coCreators from '#services/co-creators';
import * as comments from '#services/comments';
import * as earnings from '#services/earnings';
import * as feeds from '#services/feeds';
import * as files from '#services/files';
import * as follows from '#services/follows';
import * as galleries from '#services/galleries';
import * as library from '#services/library';
import * as messages from '#services/messages';
import * as orders from '#services/orders';
import * as payment from '#services/payment';
import * as payouts from '#services/payouts';
import * as performers from '#services/performers';
import * as photos from '#services/photos';
import * as products from '#services/products';
import * as promotions from '#services/promotions';
import * as reactions from '#services/reactions';
import * as referrals from '#services/referrals';
import * as reports from '#services/reports';
import * as site from '#services/site';
import * as subscribers from '#services/subscribers';
import * as subscriptions from '#services/subscriptions';
import * as users from '#services/users';
import * as videos from '#services/videos';
import * as wallet from '#services/wallet';

const families = {
  addresses,
  auctions,
  auth,
  blocks,
  coCreators,
  comments,
  earnings,
  feeds,
  files,
  follows,
  galleries,
  library,
  messages,
  orders,
  payment,
  payouts,
  performers,
  photos,
  products,
  promotions,
  reactions,
  referrals,
  reports,
  site,
  subscribers,
  subscriptions,
  users,
  videos,
  wallet,
};
type Service = (api: Api, ...values: unknown[]) => unknown;

/** What a service function does with the API when it is given something for everything. */
async function sentBy(service: Service): Promise<string[]> {
  const routes: string[] = [];
  const note = (route: string) => (routes.push(route), Promise.resolve({}));
  const anything = { body: {}, key: 'intent-1', files: {}, kind: 'public' };
  await service(
    { call: note, upload: note, cloudUpload: note } as unknown as Api,
    anything,
    anything,
    anything,
  );
  return routes;
}
const services = Object.entries(families).flatMap(([family, functions]) =>
  Object.entries<Service>(functions as never).map(
    ([name, service]) => [`${family}.${name}`, service] as const,
  ),
);

it.each(services)('%s is one call', async (_, service) => expect(await sentBy(service)).toHaveLength(1));

it('every operation that is served has a service', async () => {
  const sent = new Set((await Promise.all(services.map(([, service]) => sentBy(service)))).flat());
  const live = Object.entries(contract)
    .filter(([, def]) => !('pending' in def && def.pending))
    .map(([route]) => route);
  // The first is reached by way of the site's own /api/getsignedUrl; what the second tells comes with `calculate` to our own pages.
  expect(live.filter((route) => !sent.has(route)).toSorted()).toEqual([
    'GET /payout-requests/check/pending-review',
    'POST /uploads/sign',
  ]);
});
