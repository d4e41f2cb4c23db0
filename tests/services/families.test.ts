import { expect, it } from 'vitest';
import { contract } from '#contract/core/registry.ts';
import type { Api } from '#services/http/api.ts';
import * as addresses from '#services/addresses.ts';
import * as auctions from '#services/auctions.ts';
import * as auth from '#services/auth.ts';
import * as blocks from '#services/blocks.ts';
import * as coCreators from '#services/co-creators.ts';
import * as comments from '#services/comments.ts';
import * as earnings from '#services/earnings.ts';
import * as feeds from '#services/posts.ts';
import * as files from '#services/files.ts';
import * as follows from '#services/follows.ts';
import * as galleries from '#services/galleries.ts';
import * as library from '#services/library.ts';
import * as messages from '#services/messages.ts';
import * as orders from '#services/orders.ts';
import * as payment from '#services/payments.ts';
import * as payouts from '#services/payouts.ts';
import * as performers from '#services/creators.ts';
import * as photos from '#services/photos.ts';
import * as products from '#services/products.ts';
import * as promotions from '#services/promotions.ts';
import * as reactions from '#services/reactions.ts';
import * as referrals from '#services/referrals.ts';
import * as reports from '#services/reports.ts';
import * as site from '#services/site.ts';
import * as subscribers from '#services/subscribers.ts';
import * as subscriptions from '#services/subscriptions.ts';
import * as users from '#services/accounts.ts';
import * as videos from '#services/videos.ts';
import * as wallet from '#services/wallet.ts';

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
