import { expect, it } from 'vitest';
import { everyPage } from '#services/http/every-page.ts';

it('fetches page after page until there are no more', async () => {
  const asked: (string | undefined)[] = [];
  const rows = await everyPage((cursor) => {
    asked.push(cursor);
    const at = Number(cursor ?? 0);
    return Promise.resolve({ data: [at, at + 0.5], nextCursor: at < 2 ? String(at + 1) : null });
  });
  expect([rows, asked]).toEqual([
    [0, 0.5, 1, 1.5, 2, 2.5],
    [undefined, '1', '2'],
  ]);
});

it('fails as a whole if a page does', async () => {
  await expect(
    everyPage((cursor) =>
      cursor ? Promise.reject(new Error('gone')) : Promise.resolve({ data: [1], nextCursor: 'x' }),
    ),
  ).rejects.toThrow('gone');
});
