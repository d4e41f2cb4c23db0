import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ActionCosts, largeSite, partsOf, scaleTables } from './scale-model.ts';
import type { Section } from './table.ts';

const begin = '<!-- npm run bench -- scale -->';
const end = '<!-- end -->';
const page = fileURLToPath(new URL('../docs/scale.md', import.meta.url));

/** The page with its tables computed anew. @throws {Error} where the marks of the tables are missing */
export function withTables(text: string, costs: ActionCosts): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error('docs/scale.md has lost the marks around its tables.');
  return `${text.slice(0, from + begin.length)}\n\n${scaleTables(costs)}\n\n${text.slice(to)}`;
}

export const readCosts = (): ActionCosts =>
  JSON.parse(
    readFileSync(fileURLToPath(new URL('./action-costs.json', import.meta.url)), 'utf8'),
  ) as ActionCosts;

/** Computes a large site from the last measurement of `actions` and writes the tables of `docs/scale.md`. */
export function scale(): Section {
  const costs = readCosts();
  writeFileSync(page, withTables(readFileSync(page, 'utf8'), costs));
  return {
    title: 'A large site, computed',
    how: `${largeSite.fans.toLocaleString('en')} fans; from \`bench/action-costs.json\` and the assumptions in \`bench/scale-model.ts\`: ${costs.measuredOn}. More in \`docs/scale.md\`.`,
    rows: partsOf(largeSite, costs).map(({ name, machines }) => ({
      what: name,
      measured: `${machines.toFixed(2)} machines`,
      budget: '',
      met: null,
    })),
  };
}
