import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { mailsTo } from './operator.ts';
import { call, joinAsFan } from './people.ts';

/** Waits for an email with a link to `path` and returns the path of the newest such link. */
async function linkIn(page: Page, email: string, path: string): Promise<string> {
  const pattern = new RegExp(`${path}\\?token=[\\w-]+`);
  let link = '';
  await expect
    .poll(async () => {
      const mails = await mailsTo(page, email);
      link = mails.map((text) => pattern.exec(text)?.[0]).find(Boolean) ?? '';
      return link;
    })
    .not.toBe('');
  return link;
}
const emailOf = async (page: Page): Promise<unknown> =>
  (await call<{ email: string }>(page, 'GET /users/me')).data.email;

/** Requests a change from a verified address to another one, until both emails have been sent. */
async function requestChange(page: Page): Promise<{ old: string; wanted: string }> {
  const fan = await joinAsFan(page);
  const wanted = `new-${fan.email}`;
  await page.goto('/user/account');
  const resend = page.getByRole('button', { name: 'Resend email' });
  await resend.click();
  await page.goto(await linkIn(page, fan.email, '/auth/verify-email'));
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();

  await page.goto('/user/account');
  await expect(resend).toHaveCount(0);
  const profile = page.getByRole('form', { name: 'Profile' });
  await profile.getByLabel('Email', { exact: true }).fill(wanted);
  await profile.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`Your email is changing to ${wanted}`)).toBeVisible();
  expect(await emailOf(page)).toBe(fan.email);
  return { old: fan.email, wanted };
}

test.beforeEach(async ({ page, target }) => {
  await page.goto('/');
  await serverReady(page, target);
});

test('changing the email address: both addresses agree, and the account has the new one', async ({
  page,
}) => {
  const { old, wanted } = await requestChange(page);
  await page.goto(await linkIn(page, wanted, '/auth/verify-email'));
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
  expect(await emailOf(page)).toBe(old);

  await page.goto(await linkIn(page, old, '/auth/email-change'));
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByRole('heading', { name: 'Email changed' })).toBeVisible();
  expect(await emailOf(page)).toBe(wanted);
  await page.goto('/user/account');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(wanted);
});

test('the old address rejects the change: the account keeps it, and the other link is invalid', async ({
  page,
}) => {
  const { old, wanted } = await requestChange(page);
  await page.goto(await linkIn(page, old, '/auth/email-change'));
  await page.getByRole('button', { name: 'This wasn’t me' }).click();
  await expect(page.getByRole('heading', { name: 'Email change undone' })).toBeVisible();

  await page.goto(await linkIn(page, wanted, '/auth/verify-email'));
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
});
