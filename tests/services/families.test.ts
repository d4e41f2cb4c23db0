import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { contract } from '#contract/core/registry.ts';
import type { Api } from '#services/http/api.ts';

/** An endpoint, or a function that does more than its call: uploads, and choices between calls. */
type Service = ((api: Api, ...values: unknown[]) => unknown) & { readonly route?: string };
type Family = Readonly<Record<string, Service | Readonly<Record<string, Service>>>>;

/** The calls that a service function makes, given placeholders for everything. */
async function sentBy(service: Service, first?: unknown): Promise<string[]> {
  const routes: string[] = [];
  const note = (route: string) => (routes.push(route), Promise.resolve({}));
  const anything = { body: {}, key: 'intent-1', files: {}, kind: 'public' };
  const api = { call: note, upload: note, cloudUpload: note } as unknown as Api;
  // Some exports are no calls, but read what calls answer.
  const call = async () => service(api, first ?? anything, anything, anything);
  await call().catch(() => undefined);
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
      // Beside its calls, a family has what they are asked with.
      // Some of its calls are in a table, by the kind of what they are about.
      return Object.entries(functions)
        .flatMap(([each, its]) => (typeof its === 'function' ? [[each, its] as const] : Object.entries(its)))
        .filter(([, each]) => typeof each === 'function')
        .map(([each, service]) => [`${name} ${each}`, service] as const);
    }),
).then((families) => families.flat());

const endpoints = services.flatMap(([name, service]) => (service.route ? [[name, service] as const] : []));

it.each(endpoints)('%s calls its route', async (_, endpoint) =>
  expect(await sentBy(endpoint)).toEqual([endpoint.route]),
);

it('no route is declared twice', () => {
  const routes = endpoints.map(([, { route }]) => route);
  expect(routes.filter((route, at) => routes.indexOf(route) !== at)).toEqual([]);
});

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
