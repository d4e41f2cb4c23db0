import { expect, serverReady, test } from './fixtures.ts';
import { call, joinAsCreator } from './people.ts';

/** A day of next month, which is never in the past: the tenth or so, away from the neighbouring months. */
const nextMonth = (date: number, hour = 0) => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth() + 1, date, hour);
};
const monthOf = (day: Date) => `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}`;

test('posts are planned in the calendar: a new one on a day, moved by the mouse and by the keyboard', async ({
  page,
  target,
}) => {
  await page.goto('/');
  await serverReady(page, target);
  await joinAsCreator(page);
  const at = nextMonth(10, 9);
  const made = await call<{ _id: string }>(page, 'POST /performer/feeds', {
    text: 'Kiln day',
    audience: 'public',
    scheduledAt: at.toISOString(),
  });
  expect(made.status).toBe(201);
  const scheduledAt = async () => {
    const { data } = await call<{ scheduledAt: string }>(page, `GET /performer/feeds/${made.data._id}`);
    return data.scheduledAt;
  };

  await page.goto('/creator/feeds');
  await serverReady(page, target);
  await page.getByRole('link', { name: 'Calendar', exact: true }).click();
  await page.waitForURL('**/creator/feeds/calendar');
  await page.getByRole('link', { name: /^Next month/ }).click();
  await expect(page).toHaveURL(new RegExp(`month=${monthOf(at)}$`));
  const day = (date: number) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: new RegExp(`^\\w+, \\w+ ${date}$`) }) })
      .first();
  const entry = page.getByRole('link', { name: /Kiln day.*scheduled/ });
  await expect(day(10).getByRole('link', { name: /Kiln day/ })).toBeVisible();
  await expect(page.getByText(/^1 scheduled/)).toBeVisible();

  // In a month of six weeks this one may begin below the window, and a drag doesn’t scroll by itself here.
  await day(17).scrollIntoViewIfNeeded();
  await entry.dragTo(day(17));
  await expect(day(17).getByRole('link', { name: /Kiln day/ })).toBeVisible();
  await expect(page.getByText(/^Moved to/)).toBeVisible();
  expect(await scheduledAt()).toBe(nextMonth(17, 9).toISOString());

  await page.getByRole('button', { name: 'Actions for “Kiln day”' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Move to…' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: 'Day' });
  await field.fill(
    nextMonth(18).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric' }),
  );
  await field.press('Tab');
  await dialog.getByRole('button', { name: 'Move post' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(day(18).getByRole('link', { name: /Kiln day/ })).toBeFocused();
  expect(await scheduledAt()).toBe(nextMonth(18, 9).toISOString());

  await day(20)
    .getByRole('link', { name: /^New post on/ })
    .click();
  await page.waitForURL('**/creator/feeds/new');
  await expect(page.getByRole('radio', { name: /Later/ })).toBeChecked();
  await page.getByLabel('Text', { exact: true }).fill('Glaze day');
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await page.waitForURL('**/creator/feeds');
  await page.goto(`/creator/feeds/calendar?month=${monthOf(at)}`);
  await serverReady(page, target);
  await expect(day(20).getByRole('link', { name: /Glaze day/ })).toBeVisible();
});
