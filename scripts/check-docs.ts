// Checks that paths and headings which documents name exist, and that every area has a page.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const inRoot = (path: string) => join(fileURLToPath(new URL('..', import.meta.url)), path);

const roots = /^(src|pages|scripts|tests|e2e|docs|public|bench|deploy)\//;
/** Decisions aren't included because they are dated and may name files that no longer exist. Their index is. */
const documents = (): string[] =>
  [
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'docs/decisions/README.md',
    ...readdirSync(inRoot('docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.startsWith('decisions'))
      .map((name) => `docs/${name.replaceAll('\\', '/')}`),
  ].filter((file) => existsSync(inRoot(file)));

/** Paths in backquotes and link targets in a document. `<…>`, `*` and `…` are placeholders. */
export function pathsIn(text: string): { quoted: string[]; linked: string[] } {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => roots.test(path));
  const linked = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, path = '']) => path)
    .filter((path) => !/^[a-z]+:/.test(path));
  return { quoted: quoted.filter((path) => !/[<>*…{}[\]]/.test(path)), linked };
}

export function problemsOf(
  file: string,
  text: string,
  exists: (path: string) => boolean = (path) => existsSync(inRoot(path)),
): string[] {
  const { quoted, linked } = pathsIn(text);
  const missing = [...quoted, ...linked.map((path) => join(dirname(file), path))].filter(
    (path) => !exists(path.replace(/:\d+$/, '')),
  );
  return missing.map((path) => `${file} names ${path}, which doesn't exist.`);
}

/** A heading's anchor, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

/** Links to headings that aren't there. `read` gets the path of a document from the root. */
export function lostHeadings(
  file: string,
  text: string,
  read: (path: string) => string = (path) => readFileSync(inRoot(path), 'utf8'),
): string[] {
  const links = [...text.matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g)];
  return links.flatMap(([, path = '', anchor = '']) => {
    const target = path === '' ? file : join(dirname(file), path);
    const headings = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
    return headings.includes(anchor) ? [] : [`${file} links to #${anchor}, which isn't in ${target}.`];
  });
}

/** Areas of the domain that have no page. */
export const areasWithoutPage = (
  areas: readonly string[],
  exists: (path: string) => boolean = (path) => existsSync(inRoot(path)),
): string[] =>
  areas.map((area) => `docs/areas/${area.replace(/\.ts$/, '')}.md`).filter((page) => !exists(page));

/** Like `money/wallet`. An area that is one file ends in `.ts`. */
function areasOfDomain(): string[] {
  const domain = 'src/backend/domain';
  const groups = readdirSync(inRoot(domain), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return groups.flatMap(({ name }) =>
    readdirSync(inRoot(`${domain}/${name}`)).map((area) => `${name}/${area}`),
  );
}

if (import.meta.main) {
  const problems = documents().flatMap((file) => {
    const text = readFileSync(inRoot(file), 'utf8');
    const missing = problemsOf(file, text);
    return missing.length > 0 ? missing : lostHeadings(file, text);
  });
  problems.push(...areasWithoutPage(areasOfDomain()).map((page) => `${page} is missing.`));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
