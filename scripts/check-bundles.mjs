// What browsers get from the server's build holds nothing of the mock, its database or the demo world's making.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRoot } from './paths.mjs';

/** Texts that survive minifying. */
const traces = { msw: 'mockServiceWorker', PGlite: 'pglite', 'the database schema': 'ledger_postings', zod: '"invalid_union"' };

/** Names of what was found in any of `files`: `[name, text]`. */
export const tracesIn = (files) => files.flatMap(([name, text]) => Object.entries(traces).filter(([, trace]) => text.includes(trace)).map(([what]) => `${name} holds ${what}.`));

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = inRoot('.next', 'static');
  const scripts = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js'));
  const problems = tracesIn(scripts.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
