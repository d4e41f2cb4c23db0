import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator } from './people.ts';

test.skip(({ target }) => target === 'mock', 'On the mock a second tab is another person.');

const dialog = (page: Page) => page.getByRole('dialog', { name: 'This profile was changed elsewhere' });
const about = (page: Page) => page.getByLabel('About you');

/** Types into a form that was opened before, and saves it. */
async function describe(page: Page, text: string): Promise<void> {
  await about(page).fill(text);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

/** One creator with two tabs, both with the profile as it is before either saves. */
async function twoTabs(page: Page): Promise<{ first: Page; second: Page; stored: () => Promise<string> }> {
  await page.goto('/');
  await serverReady(page, 'server');
  const { username } = await joinAsCreator(page);
  const second = await page.context().newPage();
  for (const tab of [page, second]) {
    await tab.goto('/creator/account');
    await expect(about(tab)).toBeEditable();
  }
  const stored = async () => (await call<{ bio: string }>(page, `GET /performers/${username}`)).data.bio;
  return { first: page, second, stored };
}

test('what a second tab would have undone is kept, until the person decides', async ({ page }) => {
  const { first, second, stored } = await twoTabs(page);
  await describe(first, 'Bowls for soup.');
  await expect.poll(stored).toBe('Bowls for soup.');

  await describe(second, 'Bowls for rice.');
  await expect(dialog(second)).toBeVisible();
  await expect(dialog(second).getByText('Bowls for soup.')).toBeVisible();
  expect(await stored()).toBe('Bowls for soup.');

  await dialog(second).getByRole('button', { name: 'Keep mine' }).click();
  await expect(about(second)).toHaveValue('Bowls for rice.');
  await second.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(stored).toBe('Bowls for rice.');
});

test('the other version can be taken', async ({ page }) => {
  const { first, second, stored } = await twoTabs(page);
  await describe(first, 'Bowls for soup.');
  await expect.poll(stored).toBe('Bowls for soup.');

  await describe(second, 'Bowls for rice.');
  const asked: string[] = [];
  second.on('dialog', (question) => {
    asked.push(question.type());
    void question.accept();
  });
  await dialog(second).getByRole('button', { name: 'Use the other version' }).click();
  await expect(about(second)).toHaveValue('Bowls for soup.');
  await expect(dialog(second)).toHaveCount(0);
  expect(await stored()).toBe('Bowls for soup.');
  // The dialog was the question: the browser doesn't ask again whether the page should be left.
  expect(asked).toEqual([]);
});
