import { expect, it } from 'vitest';
import { contract } from '#contract/registry';
import type { Api } from '#services/api';
import * as auth from '#services/auth';
import * as earnings from '#services/earnings';
import * as feeds from '#services/feeds';
import * as follows from '#services/follows';
import * as messages from '#services/messages';
import * as payment from '#services/payment';
import * as performers from '#services/performers';
import * as site from '#services/site';
import * as users from '#services/users';

const families = { auth, earnings, feeds, follows, messages, payment, performers, site, users };
type Service = (api: Api, ...values: unknown[]) => unknown;

/** What a service function does with the API when it is given something for everything. */
async function sentBy(service: Service): Promise<string[]> {
  const routes: string[] = [];
  const note = (route: string) => (routes.push(route), Promise.resolve({}));
  const anything = { body: {}, key: 'intent-1', files: {}, kind: 'public' };
  await service({ call: note, upload: note, cloudUpload: note } as unknown as Api, anything, anything, anything);
  return routes;
}
const services = Object.entries(families).flatMap(([family, functions]) => Object.entries<Service>(functions as never).map(([name, service]) => [`${family}.${name}`, service] as const));

it.each(services)('%s is one call', async (_, service) => expect(await sentBy(service)).toHaveLength(1));

it('every operation that is served has a service', async () => {
  const sent = new Set((await Promise.all(services.map(([, service]) => sentBy(service)))).flat());
  const live = Object.entries(contract).filter(([, def]) => !('pending' in def && def.pending)).map(([route]) => route);
  // Reached by way of the site's own /api/getsignedUrl.
  expect(live.filter((route) => !sent.has(route))).toEqual(['POST /uploads/sign']);
});
