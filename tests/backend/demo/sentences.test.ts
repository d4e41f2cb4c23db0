import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { fetchRows } from '#backend/db/db.ts';
import { seed } from '#backend/demo/seed.ts';
import { testBackend } from '../../setup/backend.ts';
import { sketches } from '../../setup/sketches.ts';

const app = await testBackend();
await seed(app, { pictures: sketches });

/** What people wrote, one row per text. Messages sent to many people are one text. */
const texts = () =>
  fetchRows<{ place: string; text: string }>(
    app.db.execute(sql`
    SELECT 'bio' AS place, bio AS text FROM accounts WHERE bio <> ''
    UNION ALL SELECT 'post', text FROM feeds
    UNION ALL SELECT 'series', description FROM post_series WHERE description <> ''
    UNION ALL SELECT 'comment', text FROM comments
    UNION ALL SELECT 'gallery', description FROM galleries
    UNION ALL SELECT 'video', description FROM videos
    UNION ALL SELECT 'product', description FROM products
    UNION ALL SELECT 'auction', description FROM auctions
    UNION ALL SELECT DISTINCT 'message', text FROM messages WHERE text <> ''`),
  );

const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?…])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.split(/\s+/).length >= 4);

test('no sentence of the demo is there twice', async () => {
  const places = new Map<string, string[]>();
  for (const { place, text } of await texts())
    for (const sentence of sentencesOf(text)) places.set(sentence, [...(places.get(sentence) ?? []), place]);
  expect(places.size).toBeGreaterThan(300);
  expect([...places].filter(([, where]) => where.length > 1)).toEqual([]);
});
