// Checks that every path mentioned in the documents exists.
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

if (import.meta.main) {
  const problems = documents().flatMap((file) => problemsOf(file, readFileSync(inRoot(file), 'utf8')));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
