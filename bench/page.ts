import { markdown } from './table.ts';
import type { Section } from './table.ts';

/**
 * Everything in docs/benchmarks.md from this heading on is written by hand: long runs, and whatever else no
 * benchmark measures.
 */
export const byHand = '## Written by hand';

interface Measured {
  readonly day: string;
  readonly version: string;
  readonly machine: string;
  readonly sections: readonly Section[];
}

/**
 * The page with new measurements and the handwritten part unchanged.
 * @throws {Error} If the handwritten part can't be found.
 */
export function rewritten(page: string, { day, version, machine, sections }: Measured): string {
  const at = `\n${page}`.indexOf(`\n${byHand}\n`);
  if (at < 0)
    throw new Error(
      `docs/benchmarks.md has no heading “${byHand}”, so the part written by hand can't be found.`,
    );
  const head = [
    '# Benchmarks',
    '',
    `\`npm run bench\` wrote this on ${day}, version ${version}, down to “${byHand.replace('## ', '')}”; everything after that is left unchanged.`,
    `The machine: ${machine}. Server, database, load and browser share it.`,
    'What depends on the machine is given as a ratio to a bare server in the same run.',
    '',
  ].join('\n');
  return `${head}\n${sections.map(markdown).join('\n')}\n${page.slice(at)}`;
}
