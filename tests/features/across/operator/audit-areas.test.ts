import { glob, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { areas } from '#features/across/operator/audit/audit-areas.ts';
import { auditActionText } from '#features/across/operator/parts/audit-actions.ts';

it('names every action that the server notes, and offers its area', async () => {
  const noted = new Set<string>();
  for await (const path of glob('src/backend/**/*.ts')) {
    const text = await readFile(path, 'utf8');
    for (const [, action = ''] of text.matchAll(/\baction: '([a-z]+\.[a-z_-]+)'/g)) noted.add(action);
  }
  expect(noted.size).toBeGreaterThan(20);
  const known = new Set<string>(areas.map(({ value }) => value));
  expect([...noted].filter((action) => !known.has(action.split('.')[0] ?? ''))).toEqual([]);
  // A proposal is noted as proposed, and as withdrawn.
  const isNamed = (action: string) => auditActionText(action) !== action;
  expect([...noted].filter((action) => !isNamed(action) && !isNamed(`${action}-proposed`))).toEqual([]);
});
