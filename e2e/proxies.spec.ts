import { roundRobinProxy } from '../tests/setup/round-robin-proxy.ts';
import { expect, serverReady, test } from './fixtures.ts';
import { joinAsCreator, joinAsFan } from './people.ts';

/* A corporate or hotel proxy that blocks websockets. */
test('behind a proxy that rejects websockets, events still arrive live', async ({
  page,
  newPerson,
  target,
  baseURL,
}) => {
  test.skip(target === 'mock', 'between the mock and its page there is no network');
  const proxy = await roundRobinProxy([baseURL!], { websockets: false });
  try {
    const other = await newPerson();
    await other.goto('/');
    await serverReady(other, target);
    const creator = await joinAsCreator(other);
    await page.goto(proxy.url);
    await serverReady(page, target);
    const fan = await joinAsFan(page);
    await page.goto(`${proxy.url}/${creator.username}`);
    await page.getByRole('button', { name: `Message ${creator.name}` }).click();
    await page.waitForURL(/\/messages\/[0-9a-f-]{36}/);
    await page.getByPlaceholder('Write a message').fill('Through the proxy');
    await page.getByPlaceholder('Write a message').press('Enter');
    await other.goto('/messages');
    await other.getByRole('link', { name: new RegExp(fan.name) }).click();
    await expect(
      other.getByRole('region', { name: 'Messages' }).getByText('Through the proxy', { exact: true }),
    ).toBeVisible();
    // The other person's activity appears without a reload, and no warning is shown.
    await other.getByPlaceholder('Write a message').pressSequentially('Hi', { delay: 30 });
    await expect(page.getByText('is typing…')).toBeVisible();
    await other.getByPlaceholder('Write a message').press('Enter');
    await expect(
      page.getByRole('region', { name: 'Messages' }).getByText('Hi', { exact: true }),
    ).toBeVisible();
    await expect(page.getByText('Live updates are paused')).toHaveCount(0);
  } finally {
    await proxy.close();
  }
});
