import { expect, serverReady, test } from './fixtures.ts';

test.describe.configure({ timeout: 180_000 });
test.use({ viewport: { width: 360, height: 780 } });

test('the help is found in the footer, and every page of it opens and fits on a phone', async ({
  page,
  target,
}) => {
  await page.goto('/explore');
  await serverReady(page, target);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
  const links = page.locator('article a[href^="/posts/help/"]');
  const found = await links.evaluateAll((all) =>
    all.map((link) => ({ href: link.getAttribute('href') ?? '', title: link.textContent ?? '' })),
  );
  expect(found.length).toBeGreaterThan(30);
  const opened = target === 'mock' ? found.slice(0, 3) : found;
  for (const { href, title } of opened) {
    await page.goto(href);
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    const [needed, given] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    expect.soft(needed, `${href} is wider than the window`).toBeLessThanOrEqual(given ?? 0);
  }
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Help' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
});

test('the help is in the menu of whoever is logged in', async ({ page, loginAs }) => {
  await loginAs(page, 'demo-fan');
  await page.goto('/home');
  await page.getByRole('button', { name: 'Your menu' }).first().click();
  await page.getByRole('menuitem', { name: 'Help' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
});
