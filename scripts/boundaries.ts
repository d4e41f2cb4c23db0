// Checks the architecture by reading the syntax of src and pages: imports, table ownership, access decisions
// and use of sockets.
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accessAndSocketFindings } from './boundaries/access-rules.ts';
import { exceptions } from './boundaries/exceptions.ts';
import { folderFindings } from './boundaries/folders.ts';
import { importFindings } from './boundaries/imports.ts';
import { loadFindings } from './boundaries/loads.ts';
import { outgoingFindings } from './boundaries/outgoing.ts';
import type { Finding } from './boundaries/places.ts';
import { type Schema, isSchemaFile, tablesMade } from './boundaries/schema.ts';
import { parse } from './boundaries/syntax.ts';
import { ownerFindings, tableFindings } from './boundaries/tables.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sourceOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Every file under src and pages, with `/` as separator. */
function allFiles(): string[] {
  return ['src', 'pages'].flatMap((folder) => {
    const found = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
    return found
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
  });
}

/** Every source file under src and pages, with `/` as separator. */
export const sourceFiles = (): string[] => allFiles().filter((file) => /\.[cm]?[jt]sx?$/.test(file));

/** The tables of the project's schema. */
export const schemaOf = (files: readonly string[]): Schema =>
  new Map(files.filter(isSchemaFile).flatMap((file) => tablesMade(parse(file, sourceOf(file)))));

/** All rule violations in one file, whether excepted or not. */
export function findingsIn(file: string, source: string, schema: Schema): Finding[] {
  const program = parse(file, source);
  return [
    ...importFindings(file, program, source),
    ...tableFindings(file, program, schema),
    ...accessAndSocketFindings(file, program),
    ...loadFindings(file, program),
    ...outgoingFindings(file, program),
  ];
}

/** Violations that no exception covers, one sentence each, and exceptions that are no longer needed. */
export function judged(
  findings: readonly Finding[],
  allowed: Readonly<Record<string, string>> = exceptions,
): { readonly problems: string[]; readonly needless: string[] } {
  const used = new Set<string>();
  const problems = findings.flatMap(({ file, problem, excuses = [] }) => {
    const excuse = excuses.find((each) => Object.hasOwn(allowed, each));
    if (excuse === undefined) return [`${file}: ${problem}`];
    used.add(excuse);
    return [];
  });
  return { problems, needless: Object.keys(allowed).filter((each) => !used.has(each)) };
}

if (import.meta.main) {
  const files = sourceFiles();
  const schema = schemaOf(files);
  const { problems, needless } = judged([
    ...files.flatMap((file) => findingsIn(file, sourceOf(file), schema)),
    ...ownerFindings(schema),
    ...folderFindings(allFiles()),
  ]);
  for (const problem of problems) console.error(problem);
  for (const line of needless)
    console.error(`scripts/boundaries/exceptions.ts: nothing needs “${line}” any more`);
  const wrong = problems.length + needless.length;
  console.log(`${files.length} files, ${schema.size} tables, ${wrong} wrong`);
  process.exitCode = wrong > 0 ? 1 : 0;
}
