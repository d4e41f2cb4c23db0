import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isQueryFile, rawStatements } from '../../scripts/raw-statements.ts';
import { parse } from '../../scripts/boundaries/syntax.ts';
import { sourceFiles } from '../../scripts/boundaries.ts';

const statements = sourceFiles()
  .filter((file) => file.startsWith('src/backend/domain/') && !isQueryFile(file))
  .flatMap((file) =>
    rawStatements(parse(file, readFileSync(file, 'utf8'))).map((text) => `${file}: ${text}`),
  );

// Those are prepared by `tests/backend/database/statements.test.ts`, so that no renamed column survives in one.
test('statements are typed in files named `*-query.ts` alone; elsewhere Drizzle builds them', () =>
  expect(statements).toEqual([]));

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
