import { expect, test, translated } from './fixtures.ts';
import type { Locator, Page } from './fixtures.ts';
import { call } from './people.ts';
import { type Around, openPost, readerOf } from './readers.ts';

const balance = async (page: Page) => (await call<{ balance: number }>(page, 'GET /users/me')).data.balance;
/** The tokens that a line of the dialog names. */
const tokensIn = async (line: Locator) =>
  Number(/([\d,]+) tokens/.exec(await line.innerText())?.[1]?.replaceAll(',', ''));

/** A fan with tokens on the page of a creator who has published, while the browser translates it. */
async function reader(page: Page, around: Around) {
  await translated(page.context());
  const read = await readerOf(page, around, 10_000);
  await expect(page.locator('main font').first()).toBeAttached();
  return read;
}

test('likes come and go, and the page stays', async ({ page, newPerson, target }) => {
  await reader(page, { newPerson, target });
  const post = page.getByRole('article').filter({ hasText: openPost });
  const like = post.getByRole('button', { name: /Like/ }).first();
  for (const pressed of ['true', 'false', 'true', 'false']) {
    await like.click();
    await expect(like).toHaveAttribute('aria-pressed', pressed);
  }
  await expect(post).toContainText(openPost);
});

test('the price that is shown is the price that is paid', async ({ page, newPerson, target }) => {
  const { locked } = await reader(page, { newPerson, target });
  await page.getByRole('button', { name: /^Tip/ }).first().click();
  const dialog = page.getByRole('dialog');
  const price = dialog.locator('dl > div').filter({ hasText: 'Price' });
  for (const typed of ['50', '200', '35']) {
    await dialog.getByLabel('Tokens').fill(typed);
    await expect.poll(() => tokensIn(price)).toBe(Number(typed));
  }
  const before = await balance(page);
  const shown = await tokensIn(price);
  await dialog.getByRole('button', { name: /^Tip 35 tokens/ }).click();
  await expect(dialog).toHaveCount(0);
  expect(before - (await balance(page))).toBe(shown);

  await page.goto(`/feeds/${locked}`);
  await page
    .getByRole('button', { name: /Unlock for 120 tokens/ })
    .first()
    .click();
  const asked = await tokensIn(price);
  await dialog.getByRole('button', { name: /^Unlock/ }).click();
  await expect(page.getByText('Behind the door').first()).toBeVisible();
  expect(before - 35 - (await balance(page))).toBe(asked);
});
