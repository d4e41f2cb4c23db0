import { AxeBuilder } from '@axe-core/playwright';
import { cleanNow, cleanOnPhone } from './axe.ts';
import { expect, serverReady, test } from './fixtures.ts';
import { joinAsCreator, publish } from './people.ts';

test('a post is shared by link, QR code and a card for other sites', async ({ page, target }) => {
  await page.goto('/');
  await serverReady(page, target);
  const creator = await joinAsCreator(page);
  const post = await publish(page, { text: 'Marbled paper, all blue', audience: 'public', photo: true });
  await page.goto(`/feeds/${post}`);
  await serverReady(page, target);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await expect(dialog.getByText(new RegExp(`/feeds/${post}$`)).first()).toBeVisible();
  await expect(dialog.getByRole('img', { name: /^QR code for/ })).toBeVisible();
  await dialog.getByText('Embed', { exact: true }).click();
  await expect(dialog.getByRole('textbox')).toHaveValue(new RegExp(`/embed/feeds/${post}"`));
  await cleanNow(page, 'the share dialog');
  await cleanOnPhone(page, 'the share dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // Previews, cards and the site map are for other sites, which can't ask the mock.
  if (target === 'mock') return;
  const image = await page.locator('meta[property="og:image"]').getAttribute('content');
  const preview = await page.request.get(new URL(image ?? '', page.url()).href);
  expect([preview.status(), preview.headers()['content-type']]).toEqual([200, 'image/jpeg']);
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(data ?? '{}')).toMatchObject({
    '@type': 'SocialMediaPosting',
    headline: 'Marbled paper, all blue',
  });
  const map = await page.request.get('/sitemap.xml?kind=post');
  expect(await map.text()).toContain(`/feeds/${post}</loc>`);

  await page.goto(`/embed/feeds/${post}`);
  await expect(page.getByRole('heading', { name: 'Marbled paper, all blue' })).toBeVisible();
  await expect(page.getByRole('link')).toHaveAttribute('target', '_blank');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
  await page.getByRole('link').evaluate((link) => link.removeAttribute('target'));
  await page.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/feeds/${post}$`));
  await expect(page.getByText(creator.name).first()).toBeVisible();
});
