// Which folder may import which: the table in docs/architecture.md, checked for everything that makes a file
// load or reference another.
import type { Program } from './syntax.ts';
import { type Finding, type Place, areaOf, fileOf, placeOf } from './places.ts';
import { type Import, type Kind, importsOf } from './read-imports.ts';

/** `contract:type` allows only `import type`, so that no schema ends up in the initial bundle. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  config: [],
  lib: [],
  contract: ['config', 'lib:type'],
  services: ['contract:type', 'config', 'lib'],
  state: ['services', 'config', 'lib', 'contract:type'],
  ui: ['lib'],
  components: ['state', 'services', 'ui', 'lib', 'config', 'contract:type'],
  features: ['components', 'state', 'services', 'ui', 'lib', 'config', 'contract:type'],
  shell: ['features', 'components', 'state', 'services', 'ui', 'lib', 'config', 'contract:type'],
  pages: ['features', 'shell'],
  backend: ['contract', 'lib', 'config'],
  mock: ['backend', 'contract', 'config'],
};
/**
 * Additional permissions for single files. The mock may only be loaded by `import()`, so that builds without
 * it don't contain it.
 */
const mayAlso: Readonly<Record<string, readonly string[]>> = {
  'pages/_app.tsx': ['state', 'ui', 'mock:dynamic'],
};

/** Inside the backend, each entry may import only entries on its own line or on an earlier one. */
const backendLayers: readonly (readonly string[])[] = [
  ['kernel/errors.ts', 'kernel/sealing.ts', 'kernel/request.ts'],
  ['ports/'],
  ['db/'],
  ['kernel/'],
  ['http/multipart.ts', 'http/streams.ts', 'http/form.ts', 'http/issues.ts', 'http/input.ts'],
  ['domain/'],
  ['jobs/'],
  ['presence.ts', 'http/'],
  ['refusals.ts'],
  ['forwarded-media.ts'],
  ['open-connections.ts'],
  ['sockets.ts'],
  ['create-backend.ts'],
  ['demo/'],
  ['node/'],
];

/**
 * The seven groups of areas that every layer has, lowest first, each with its areas in the domain, lowest first. An area
 * may use only the areas before it; its routes may use any.
 */
export const groups: Readonly<Record<string, readonly string[]>> = {
  base: ['access', 'ledger', 'files', 'site'],
  people: ['accounts', 'held-words', 'notifications', 'creators'],
  money: ['coupons', 'payments', 'wallet', 'earnings', 'audit', 'referrals'],
  content: ['media-items', 'community', 'posts', 'publishing', 'galleries', 'videos', 'library'],
  talk: ['messages', 'streams'],
  trade: ['shop', 'auctions', 'subscriptions', 'broadcasts', 'payouts', 'receipts', 'payment-outcomes'],
  across: ['blocks', 'joining', 'leaving', 'statistics', 'creator-home', 'search', 'operator', 'moderation'],
};
const order = Object.entries(groups).flatMap(([group, areas]) => areas.map((area) => `${group}/${area}`));
const isRoutes = (path: string) => path === 'domain/registry.ts' || /(^|[/-])routes\.ts$/.test(path);

/** Packages that a folder may use. Folders not listed here may use any package that the rules below allow. */
const packages: Readonly<Record<string, readonly string[]>> = {
  config: ['zod'],
  lib: ['ibantools', 'js-cookie'],
  contract: ['zod'],
};
const hostOnly = [
  'pg',
  'sharp',
  'socket.io',
  'next',
  'react',
  'react-dom',
  'antd',
  'redis',
  'nodemailer',
  '@hono/node-server',
  'maxmind',
  'stripe',
];
const serverOnly = [
  'stripe',
  'pg',
  'sharp',
  'socket.io',
  'drizzle-orm',
  'hono',
  'redis',
  'nodemailer',
  'sanitize-html',
  '@electric-sql/pglite',
];
const testsOnly = ['vitest', 'jsdom', 'fast-check', 'playwright'];
const browserFolders = new Set([
  'services',
  'state',
  'ui',
  'components',
  'features',
  'shell',
  'pages',
  'lib',
]);

/** Violations in the imports of one file, such as `src/state/store.ts`. */
export function importFindings(file: string, program: Program, text: string): Finding[] {
  const here = placeOf(file);
  const { found, unread } = importsOf(program, text);
  return [
    ...found
      .map((each) => problemOf(here, each))
      .filter((problem) => problem !== null)
      .map((problem) => ({ file, problem })),
    ...unread.map((written) => ({
      file,
      problem: `${written}: what it loads can’t be read here; write the name itself`,
      excuses: [`${file} loads by a made name`],
    })),
  ];
}

function problemOf(here: Place, found: Import): string | null {
  if (/^(\/|https?:|data:|blob:)/.test(found.from)) return null;
  return /^[.#]/.test(found.from) ? problemWithOwn(here, found) : problemWithPackage(here, found);
}

function problemWithOwn(here: Place, found: Import): string | null {
  const target = fileOf(here.file, found.from);
  if (!/^(src|pages)\//.test(target))
    return found.kind === 'dynamic' && isHost(here) ? null : `${found.from} leaves src and pages`;
  const there = placeOf(target);
  if (found.from.startsWith('.') && !found.from.endsWith('.css') && there.folder !== here.folder)
    return `${found.from} leaves the folder: write #${there.folder}/…`;
  return there.folder === here.folder
    ? problemInside(here, there, found.from)
    : problemBetween(here, there, found);
}

function problemBetween(here: Place, there: Place, { from, kind }: Import): string | null {
  if (there.folder === 'backend' && there.path.startsWith('node/'))
    return `${from}: only the server's own host may import backend/node`;
  const allowed = [...(mayImport[here.folder] ?? []), ...(mayAlso[here.file] ?? [])];
  if (allowed.includes(there.folder) || allowed.includes(`${there.folder}:${kind}`)) return null;
  const onlyAs = allowed.find((entry) => entry.startsWith(`${there.folder}:`))?.split(':')[1];
  if (onlyAs)
    return `${from}: ${here.folder} may import ${there.folder} only as ${onlyAs === 'type' ? 'types (import type)' : 'import()'}`;
  return `${from}: ${here.folder} may not import ${there.folder}`;
}

function problemInside(here: Place, there: Place, from: string): string | null {
  if (here.folder === 'features' && areaOf(here.file) !== areaOf(there.file))
    return `${from}: features/${areaOf(here.file)} may not import another feature`;
  if (here.folder !== 'backend') return null;
  const [mine, other] = [layerOf(here.path), layerOf(there.path)];
  if (other > mine) return `${from}: in the backend ${here.path} comes before ${there.path}`;
  return here.path.startsWith('domain/') && !isRoutes(here.path)
    ? problemBetweenAreas(here, there, from)
    : null;
}

const rankOf = (file: string): number => {
  const area = areaOf(file) ?? '';
  const rank = order.indexOf(area);
  if (rank === -1)
    throw new Error(
      `${file}: the area “${area}” has no place in the order in scripts/boundaries/imports.ts.`,
    );
  return rank;
};

function problemBetweenAreas(here: Place, there: Place, from: string): string | null {
  if (!there.path.startsWith('domain/')) return null;
  if (there.path === 'domain/registry.ts') return `${from}: only http may import the registry`;
  const [mine, other] = [rankOf(here.file), rankOf(there.file)];
  return other > mine ? `${from}: the area ${order[mine]} comes before ${order[other]}` : null;
}

const layerOf = (path: string): number => {
  const layer = backendLayers.findIndex((names) =>
    names.some((name) => (name.endsWith('/') ? path.startsWith(name) : path === name)),
  );
  if (layer === -1)
    throw new Error(
      `src/backend/${path} has no place among the layers in scripts/boundaries/imports.ts; give it one.`,
    );
  return layer;
};

const isHost = (here: Place) => here.folder === 'backend' && here.path.startsWith('node/');
/** The document is only ever rendered on the server. */
const isOfDocument = (here: Place) => here.folder === 'shell' && here.path === 'pages/inline-styles.tsx';
/** Each returns why a folder may not use a package, or null. */
const packageRules: readonly ((here: Place, name: string, kind: Kind) => string | null)[] = [
  (_, name) => (testsOnly.includes(name) ? 'this is of the tests' : null),
  (here, name, kind) =>
    !isHost(here) &&
    !isOfDocument(here) &&
    name.startsWith('node:') &&
    (kind !== 'type' || here.folder === 'backend')
      ? 'only backend/node runs on Node'
      : null,
  ({ folder }, name) =>
    packages[folder]?.includes(name) === false && !name.startsWith('node:')
      ? `${folder} may use ${packages[folder].join(', ') || 'no package'}`
      : null,
  (here, name) =>
    here.folder === 'backend' && !isHost(here) && hostOnly.includes(name)
      ? 'the backend runs in browsers too; this belongs into backend/node'
      : null,
  ({ folder }, name) =>
    browserFolders.has(folder) && serverOnly.includes(name) ? 'this is of the server' : null,
];

function problemWithPackage(here: Place, { from, kind }: Import): string | null {
  const name = from.split('/', from.startsWith('@') ? 2 : 1).join('/');
  const problem = packageRules.map((rule) => rule(here, name, kind)).find((found) => found !== null);
  return problem ? `${from}: ${problem}` : null;
}
