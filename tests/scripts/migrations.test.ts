import { readFileSync, readdirSync } from 'node:fs';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, test } from 'vitest';
import { migrations } from '#backend/db/migrations.ts';
import { readMigrations } from '../../scripts/bundle-migrations.ts';

const folder = new URL('../../src/backend/db/sql/', import.meta.url);
const schemaFolder = new URL('../../src/backend/db/schema/', import.meta.url);

test('the bundle equals the SQL files', () => {
  expect(migrations).toEqual(readMigrations());
});

test('the tables in code equal the latest snapshot', async () => {
  const name = `${migrations.at(-1)?.tag.slice(0, 4)}_snapshot.json`;
  expect(readdirSync(new URL('meta', folder))).toEqual([name, '_journal.json']);
  const snapshot = JSON.parse(readFileSync(new URL(`meta/${name}`, folder), 'utf8'));
  const files = await Promise.all(
    (readdirSync(schemaFolder, { recursive: true }) as string[])
      .filter((file) => file.endsWith('.ts'))
      .map((file): Promise<object> => import(new URL(file, schemaFolder).href)),
  );
  const now = generateDrizzleJson(Object.assign({}, ...files), snapshot.id);
  // The migration that `npm run db:generate` would write.
  expect(await generateMigration(snapshot, now)).toEqual([]);
});
