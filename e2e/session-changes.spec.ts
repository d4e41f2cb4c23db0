import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsFan } from './people.ts';

/** Pages that need a session, and what a person without one sees of them: the login page. */
const own = ['/home', '/user/wallet', '/messages', '/user/account?tab=notifications'];

/** A page is decided once it is the login page or has words; gray bars have none. */
async function isDecided(page: Page): Promise<void> {
  await expect(page).not.toHaveURL(/[?&]then=/);
  await expect(async () => {
    const words = (await page.locator('main').first().innerText()).trim();
    expect(words.length).toBeGreaterThan(40);
  }).toPass({ timeout: 8_000 });
}
const isAtLogin = async (page: Page) => {
  await page.waitForURL('**/auth/login**', { timeout: 8_000 });
  await isDecided(page);
};

async function logIn(page: Page, who: { username: string; password: string }): Promise<void> {
  await page.getByLabel('Username or email').fill(who.username);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

test.beforeEach(async ({ page, target }) => {
  await page.goto('/');
  await serverReady(page, target);
});

test('a stranger follows on the front page and logs in: at home, and it is done', async ({
  page,
  target,
}) => {
  const fan = await joinAsFan(page);
  await page.context().clearCookies();
  await page.goto('/');
  await serverReady(page, target);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Follow/ })
    .first()
    .click();
  await page.waitForURL('**/auth/login?from=**');
  await expect(page.getByText(/^Log in to follow /)).toBeVisible();
  await logIn(page, fan);
  await page.waitForURL((url) => url.pathname === '/home' && !url.searchParams.has('then'));
  await isDecided(page);
  await expect(page.getByText(/^You’re following /)).toBeVisible();
  await page.goBack();
  await isDecided(page);
});

for (const path of own) {
  test(`${path}: logging out and Back, a second tab, and a session that has ended`, async ({
    page,
    target,
  }) => {
    const fan = await joinAsFan(page);
    await page.goto(path);
    await serverReady(page, target);
    await isDecided(page);
    // Another tab logs out, and this one is looked at again.
    const token = (await page.context().cookies()).find(({ name }) => name === 'token');
    await page.context().clearCookies();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await isAtLogin(page);
    // Another tab logs in.
    await page.context().addCookies([token!]);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
    await isDecided(page);
    // The session ends on the server: Back, and a link.
    await page.goto(path);
    await serverReady(page, target);
    await isDecided(page);
    await call(page, 'POST /auth/logout');
    await page.goto('/explore');
    await page.goBack();
    await isAtLogin(page);
    // Logged in again, logged out, and Back at once.
    await logIn(page, fan);
    await page.waitForURL((url) => url.pathname === new URL(path, 'http://here').pathname);
    await isDecided(page);
    await page
      .getByRole('button', { name: /Your account|Account menu|Fay / })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await isAtLogin(page);
    await page.goBack();
    await isAtLogin(page);
  });
}
