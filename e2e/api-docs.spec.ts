import { everything, noSeriousIssue } from './axe.ts';
import { expect, test } from './fixtures.ts';

test.skip(({ target }) => target === 'mock', 'the mock has no server that could serve them');
test.use({ viewport: { width: 360, height: 780 } });

test('the pages of the API are readable on a phone, in both themes, without scripts', async ({ page }) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { level: 1, name: 'Limelight API' })).toBeVisible();
  for (const path of ['/api/docs', '/api/docs/wallet', '/api/docs/schemas']) {
    await page.goto(path);
    const [needed, given] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    expect.soft(needed, `${path} is wider than the window`).toBeLessThanOrEqual(given ?? 0);
    // The page of all schemas has thousands of the same elements.
    if (path === '/api/docs/schemas') continue;
    await noSeriousIssue(page, everything(page), path);
    await page.emulateMedia({ colorScheme: 'dark' });
    await noSeriousIssue(page, everything(page), `${path} in the dark theme`);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  expect(refused).toEqual([]);
  await page.goto('/api/docs');
  await page.getByRole('link', { name: 'POST /wallet/charges/tip/{id}' }).click();
  await expect(page.locator('article:target')).toContainText('Tip a creator');
});
