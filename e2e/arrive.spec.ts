import { expect, serverReady, test } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan } from './people.ts';

test.beforeEach(async ({ page, target }) => {
  await page.goto('/');
  await serverReady(page, target);
});

test('the front page shows what the site is, and creators', async ({ page }) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Join' }).first()).toBeVisible();
  await expect(page.locator('main a[href^="/"]').first()).toBeVisible();
});

test('a fan signs up, logs out, and logs in by username and by email', async ({ page }) => {
  const tag = Date.now().toString(36);
  await page.goto('/auth/register');
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron');
  await page.getByLabel('Username').fill(`ada-${tag}`);
  await page.getByLabel('Email').fill(`ada-${tag}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Join as a fan' }).click();
  await page.waitForURL('**/welcome');
  await page.getByRole('link', { name: 'Skip', exact: true }).click();
  await page.waitForURL('**/home');

  for (const credentials of [`ada-${tag}`, `ada-${tag}@example.com`]) {
    await page
      .getByRole('button', { name: /Your account|Account menu|Ada Byron/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL('**/auth/login');
    expect((await page.context().cookies()).find((cookie) => cookie.name === 'token')).toBeUndefined();
    await page.getByLabel('Username or email').fill(credentials);
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/home');
  }
});

test('the token cookie lasts a year with "Remember me", a day without', async ({ page }) => {
  const person = await joinAsFan(page);
  for (const [remember, days] of [
    [true, 365],
    [false, 1],
  ] as const) {
    await page.context().clearCookies();
    await page.goto('/auth/login');
    await page.getByLabel('Username or email').fill(person.username);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('checkbox', { name: 'Remember me' }).setChecked(remember);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/home');
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'token');
    expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(days);
  }
});

test('a wrong password shows an error and keeps the input', async ({ page }) => {
  await page.goto('/auth/login');
  await page.getByLabel('Username or email').fill('nobody-here');
  await page.getByLabel('Password', { exact: true }).fill('wrong wrong');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Incorrect credentials!').first()).toBeVisible();
  await expect(page.getByLabel('Username or email')).toHaveValue('nobody-here');
});

test('after several wrong passwords the browser solves a captcha by itself', async ({ page }) => {
  const person = await joinAsFan(page);
  await page.context().clearCookies();
  const statuses: number[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/\/api\/v1\/(auth\/login|re-captcha\/verify)$/.test(pathname)) statuses.push(response.status());
  });
  await page.goto('/auth/login');
  await page.getByLabel('Username or email').fill(person.username);
  const logIn = async (password: string) => {
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
  };
  await logIn('first guess');
  await expect.poll(() => statuses).toEqual([422]);
  await logIn('second guess');
  await expect.poll(() => statuses).toEqual([422, 422]);
  await logIn(person.password);
  await page.waitForURL('**/home');
  expect(statuses).toEqual([422, 422, 428, 200, 200]);
});

test('a creator signs up with a document and lands on their own page', async ({ page }) => {
  const tag = Date.now().toString(36);
  await page.goto('/auth/register?as=creator');
  await page.getByLabel('Name', { exact: true }).fill('Mara Clay');
  await page.getByLabel('Username').fill(`mara-${tag}`);
  await page.getByLabel('Email').fill(`mara-${tag}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Join as a creator' }).click();
  await expect(page.getByText('Add the front of an identity document.').first()).toBeVisible();
  const png = await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 200 } });
  await page
    .getByLabel('Front of your identity document')
    .setInputFiles({ name: 'id.png', mimeType: 'image/png', buffer: png });
  for (const statement of await page.getByRole('checkbox', { name: /at least 18 years old/ }).all())
    await statement.check();
  await page.getByRole('button', { name: 'Join as a creator' }).click();
  await page.waitForURL(`**/mara-${tag}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Mara Clay' })).toBeVisible();
});

test('reserved and taken usernames are rejected with a message', async ({ page }) => {
  const person = await joinAsFan(page);
  await page.context().clearCookies();
  for (const username of ['home', person.username.toUpperCase()]) {
    const reply = await call(page, 'POST /auth/users/register', {
      name: 'X',
      username,
      email: `x${Date.now()}@example.com`,
      password: 'correct horse',
    });
    expect(reply.status).toBe(422);
    expect(reply.message.length).toBeGreaterThan(10);
  }
});

test('pages that require a login lead to it and back', async ({ page }) => {
  const person = await joinAsFan(page);
  await page.context().clearCookies();
  await page.goto('/user/wallet');
  await page.waitForURL(/\/auth\/login/);
  await page.getByLabel('Username or email').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/user/wallet');
});

test('a return address on another origin is ignored', async ({ page }) => {
  const person = await joinAsFan(page);
  await page.context().clearCookies();
  await page.goto('/auth/login?from=https%3A%2F%2Fevil.example%2F');
  await page.getByLabel('Username or email').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/home');
});

test('a session that ended elsewhere redirects to the login page with "Please login!"', async ({ page }) => {
  const person = await joinAsFan(page);
  await page.goto('/home');
  await expect(page.getByText('Your feed is empty')).toBeVisible();
  const other = await call<{ token: string }>(page, 'POST /auth/login', {
    credentials: person.username,
    password: person.password,
    remember: false,
  });
  await page.evaluate(async (token) => {
    const mine = (await (
      await fetch('/api/v1/auth/sessions', { headers: { authorization: token } })
    ).json()) as { data: { data: { _id: string; current: boolean }[] } };
    for (const session of mine.data.data)
      if (!session.current)
        await fetch(`/api/v1/auth/sessions/${session._id}`, {
          method: 'DELETE',
          headers: { authorization: token },
        });
  }, other.data.token);
  // The live connection ends with the session, so the page notices without any interaction.
  await page.waitForURL(/\/auth\/login/);
  await expect(page.getByText('Please login!').first()).toBeVisible();
});

test("fans can't open creators' pages", async ({ page }) => {
  await joinAsFan(page);
  await page.goto('/creator/feeds');
  await page.waitForURL(/\/auth\/login|\/home/);
  expect(new URL(page.url()).pathname).not.toContain('/creator');
});

test('a creator lands on their own page', async ({ page }) => {
  const creator = await joinAsCreator(page);
  await page.goto('/');
  await page.waitForURL(`**/${creator.username}`);
});
