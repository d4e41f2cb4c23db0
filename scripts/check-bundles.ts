// What browsers get from the server's build holds nothing of the mock, its database or the demo world's making.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Texts that survive minifying. */
const traces = { msw: 'mockServiceWorker', PGlite: 'pglite', 'the database schema': 'ledger_postings', zod: '"invalid_union"' };

/** Names of what was found in any of `files`: `[name, text]`. */
export const tracesIn = (files: readonly (readonly [name: string, text: string])[]): string[] =>
  files.flatMap(([name, text]) => Object.entries(traces).filter(([, trace]) => text.includes(trace)).map(([what]) => `${name} holds ${what}.`));

if (import.meta.main) {
  const folder = fileURLToPath(new URL('../.next/static', import.meta.url));
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const problems = tracesIn(scripts.map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
