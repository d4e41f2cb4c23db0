import { cleanNow, cleanOnPhone } from './axe.ts';
import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, topUp } from './people.ts';

const rail = (page: Page) => page.getByRole('navigation', { name: 'Main' }).first();
const group = (page: Page, name: string | RegExp) => rail(page).getByRole('button', { name });

/** Orders a mug of the creator, who has to accept it. */
async function orderMug(fan: Page, studio: Page): Promise<void> {
  const product = await call<{ _id: string }>(studio, 'POST /performer/performer-assets/products', {
    type: 'physical',
    title: 'Breakfast mug',
    price: 100,
    stock: 3,
    shippingCountries: ['DE'],
  });
  expect(product.status, product.message).toBe(201);
  const order = await call(fan, `POST /wallet/charges/product/${product.data._id}`, {
    expectedPrice: 100,
    address: { name: 'Ada Fan', line1: 'Torstraße 1', city: 'Berlin', zip: '10119', country: 'DE' },
  });
  expect(order.status, order.message).toBe(201);
}

test('a creator’s menu says what waits as soon as a fan orders, until the order is accepted', async ({
  page: studio,
  newPerson,
  target,
}) => {
  const fan = await newPerson();
  for (const each of [studio, fan]) {
    await each.goto('/');
    await serverReady(each, target);
  }
  await studio.setViewportSize({ width: 1440, height: 900 });
  await joinAsCreator(studio);
  await joinAsFan(fan);
  await topUp(fan, 2_500);
  await studio.goto('/creator');
  await expect(group(studio, 'Shop')).toBeVisible();
  await expect(rail(studio).getByRole('link', { name: 'Creator home' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  // The open group, creator home, messages, notifications, and the settings, which are one page and no group.
  expect(await rail(studio).getByRole('link').count()).toBeLessThanOrEqual(10);
  // All of it fits into the window.
  expect(await rail(studio).evaluate((list) => list.scrollHeight - list.clientHeight)).toBeLessThanOrEqual(0);

  await orderMug(fan, studio);
  await expect(group(studio, 'Shop 1 waiting')).toBeVisible();
  await group(studio, /^Shop/).focus();
  await studio.keyboard.press('Enter');
  const orders = rail(studio).getByRole('link', { name: 'Orders 1 waiting' });
  await expect(orders).toBeVisible();
  await cleanNow(studio, 'the creator’s menu');
  // The group stays open on this device, also on a page of no group.
  await studio.reload();
  await expect(orders).toBeVisible();

  await studio.keyboard.press('Tab');
  await orders.focus();
  await studio.keyboard.press('Enter');
  await studio.getByRole('link', { name: /Breakfast mug/ }).click();
  await studio.getByRole('button', { name: 'Accept order' }).click();
  await studio.getByRole('button', { name: 'Mark as shipped' }).click();
  const dialog = studio.getByRole('dialog');
  await dialog.getByLabel('Carrier').fill('DHL');
  await dialog.getByLabel('Tracking number').fill('JD014600003827');
  await dialog.getByRole('button', { name: 'Mark as shipped' }).click();
  await expect(rail(studio).getByRole('link', { name: 'Orders', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );

  await rail(studio).getByRole('button', { name: 'Create' }).focus();
  await studio.keyboard.press('ArrowDown');
  await expect(studio.getByRole('menuitem', { name: 'New post' })).toBeFocused();
  await studio.keyboard.press('ArrowDown');
  await studio.keyboard.press('Enter');
  await expect(studio).toHaveURL(/\/creator\/live$/);
  await expect(rail(studio).getByRole('link', { name: 'Live streams' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await studio.getByRole('link', { name: /Available earnings/ }).click();
  await expect(studio).toHaveURL(/\/creator\/earnings$/);
});

test('on a phone the menu has the same groups, and a tab creates', async ({ page, target, loginAs }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await serverReady(page, target);
  await loginAs(page, 'demo-creator');
  await page.goto('/creator/subscribers');
  await page.getByRole('button', { name: /^Your menu/ }).click();
  const menu = page.getByRole('menu', { name: 'Your menu' });
  for (const name of ['Content', 'Shop', 'Audience', 'Money', 'Browse'])
    await expect(menu.getByRole('group', { name })).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
  await cleanOnPhone(page, 'the phone’s menu');
  await menu.getByRole('menuitem', { name: /^Orders/ }).click();
  await expect(page).toHaveURL(/\/creator\/orders$/);
  await page.getByRole('button', { name: 'Create' }).click();
  await cleanOnPhone(page, 'the menu to create');
  await page.getByRole('menuitem', { name: 'New post' }).click();
  await expect(page).toHaveURL(/\/creator\/feeds\/new$/);
});
