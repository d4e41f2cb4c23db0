import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { areaOf } from '../../scripts/boundaries/places.ts';
import { isQueryFile, rawStatements } from '../../scripts/raw-statements.ts';
import { parse } from '../../scripts/boundaries/syntax.ts';
import { sourceFiles } from '../../scripts/boundaries.ts';

/**
 * How many statements each group still types outside of files named `*-query.ts`, where
 * `tests/backend/database/statements.test.ts` doesn't prepare them. Write a new one with Drizzle's builder, or in such a
 * file. Lower a number when you move one.
 */
const elsewhere = { base: 0, people: 0, money: 0, content: 0, talk: 0, trade: 0, across: 0 };

const statements = sourceFiles()
  .filter((file) => file.startsWith('src/backend/domain/') && !isQueryFile(file))
  .flatMap((file) => rawStatements(parse(file, readFileSync(file, 'utf8'))).map((text) => ({ file, text })));

test.each(Object.entries(elsewhere))('%s types no other statement', (group, most) => {
  const found = statements.filter(({ file }) => areaOf(file)?.startsWith(`${group}/`));
  expect(found.length, found.map(({ file, text }) => `${file}: ${text}`).join('\n')).toBe(most);
});

test('a whole statement is told from a part of one', () => {
  const source = `
    const whole = [sql\`SELECT 1\`, sql<number>\`
      UPDATE a SET b = 1\`, sql\`DELETE FROM a WHERE b = \${c}\`];
    const parts = [sql\`(SELECT 1)\`, sql\`EXISTS (SELECT 1 FROM a)\`, sql\`selected\`, other\`SELECT 1\`];`;
  expect(rawStatements(parse('a.ts', source))).toEqual([
    'SELECT 1',
    'UPDATE a SET b = 1',
    'DELETE FROM a WHERE b =',
  ]);
});
