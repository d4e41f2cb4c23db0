import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { contract } from '#contract/core/registry.ts';
import type { Api } from '#services/http/api.ts';

type Service = (api: Api, ...values: unknown[]) => unknown;
type Family = Readonly<Record<string, Service>>;

/** The calls that a service function makes, given placeholders for everything. */
async function sentBy(service: Service, first?: unknown): Promise<string[]> {
  const routes: string[] = [];
  const note = (route: string) => (routes.push(route), Promise.resolve({}));
  const anything = { body: {}, key: 'intent-1', files: {}, kind: 'public' };
  await service(
    { call: note, upload: note, cloudUpload: note } as unknown as Api,
    first ?? anything,
    anything,
    anything,
  );
  return routes;
}
const folder = fileURLToPath(new URL('../../src/services/', import.meta.url));
const helpers = ['people/auth/password-hash.ts'];
/** Imported by file name, because static imports would make every export look used to knip. */
const services = await Promise.all(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    // `talk/live/` speaks to the relay, not to the API, and `base/pictures/` to nobody.
    .filter((name) => !/^(http|talk\/live|base\/pictures)\//.test(name))
    .filter((name) => name.endsWith('.ts') && !helpers.includes(name))
    .map(async (name) => {
      const functions = (await import(/* @vite-ignore */ `${folder}${name}`)) as Family;
      return Object.entries(functions).map(([each, service]) => [`${name} ${each}`, service] as const);
    }),
).then((families) => families.flat());

it.each(services)('%s is one call', async (_, service) => expect(await sentBy(service)).toHaveLength(1));

it('every live operation has a service', async () => {
  // Some functions choose between two calls by their provider.
  const calls = services.flatMap(([, service]) => [sentBy(service), sentBy(service, 'twitter')]);
  const sent = new Set((await Promise.all(calls)).flat());
  const live = Object.keys(contract);
  // The server itself asks for the site map. Our pages get whether a payout is under review from `calculate`, sign
  // uploads through /api/getsignedUrl, and upload in parts in `http/part-upload.ts`.
  expect(live.filter((route) => !sent.has(route)).toSorted()).toEqual([
    'DELETE /uploads/:id',
    'GET /payout-requests/check/pending-review',
    'GET /site-map',
    'GET /site-map/:kind',
    'GET /uploads/:id',
    'POST /uploads',
    'POST /uploads/:id/finish',
    'POST /uploads/:id/parts',
    'POST /uploads/sign',
  ]);
});
