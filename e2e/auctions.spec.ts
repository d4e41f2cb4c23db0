import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, send, topUp } from './people.ts';

const balance = async (page: Page) => (await call<{ balance: number }>(page, 'GET /users/me')).data.balance;

/** Creates an auction that starts at 20 tokens and ends after a number of seconds; returns its id. */
async function openAuction(page: Page, title: string, seconds: number): Promise<string> {
  const picture = await send<{ _id: string }>(page, {
    route: 'POST /performer/feeds/photo/upload',
    files: ['file'],
  });
  const reply = await call<{ _id: string }>(page, 'POST /autions', {
    title,
    description: 'Number 3 of 12.',
    startPrice: 20,
    endAt: new Date(Date.now() + seconds * 1000).toISOString(),
    imageIds: [picture.data._id],
  });
  if (reply.status !== 201) throw new Error(`opening an auction answered ${reply.status}: ${reply.message}`);
  return reply.data._id;
}

async function arrive(pages: readonly Page[], target: 'server' | 'mock'): Promise<void> {
  for (const page of pages) {
    await page.goto('/');
    await serverReady(page, target);
  }
}

const panel = (page: Page) => page.getByRole('region', { name: 'Bidding' });
const bidButton = (page: Page, tokens: number) =>
  panel(page).getByRole('button', { name: new RegExp(`^Bid ${tokens} tokens`) });

test('three people bid, late bids extend the auction, everyone sees who won', async ({
  page: ada,
  newPerson,
  target,
}) => {
  test.setTimeout(240_000);
  const [ben, cy, studio] = [await newPerson(), await newPerson(), await newPerson()];
  await arrive([ada, ben, cy, studio], target);
  await joinAsCreator(studio);
  for (const fan of [ada, ben, cy]) {
    await joinAsFan(fan);
    await topUp(fan, 2_000);
  }
  const id = await openAuction(studio, 'A signed print', 75);
  const everybody = [ada, ben, cy, studio];
  for (const each of everybody) {
    await each.goto(`/auctions/${id}`);
    await expect(panel(each).getByRole('timer')).toBeVisible();
  }

  await bidButton(ada, 20).click();
  await expect(panel(ada).getByText('You’re the highest bidder', { exact: true })).toBeVisible();
  await expect(bidButton(ben, 21)).toBeVisible();
  await expect(panel(ben).getByText(/Highest bidder:/)).toBeVisible();
  expect(await balance(ada)).toBe(380);

  await bidButton(ben, 21).click();
  await expect(panel(ben).getByText('You’re the highest bidder', { exact: true })).toBeVisible();
  await expect(ada.getByText(/You were outbid on “A signed print”: 21 tokens/)).toBeVisible();
  await expect(
    panel(ada).getByText('You were outbid. Your 20 tokens are back in your wallet.'),
  ).toBeVisible();
  expect(await balance(ada)).toBe(400);

  // Only a bid in the last minute extends the auction, and three people can be faster than that.
  await expect(panel(cy).getByRole('timer')).toHaveText(/^0:/, { timeout: 60_000 });
  await panel(cy).getByLabel('Your bid').fill('40');
  await bidButton(cy, 40).click();
  await expect(panel(cy).getByText('You’re the highest bidder', { exact: true })).toBeVisible();
  for (const each of everybody) {
    await expect(panel(each).getByText('40 tokens').first()).toBeVisible();
    await expect(panel(each).getByText('Extended by late bids')).toBeVisible();
  }
  await expect(ben.getByRole('row')).toHaveCount(4);
  await expect(studio.getByText('This is your own auction.')).toBeVisible();

  await expect(panel(cy).getByText(/You won/)).toBeVisible({ timeout: 100_000 });
  for (const each of [ada, ben])
    await expect(panel(each).getByText(/^Sold to/)).toBeVisible({ timeout: 20_000 });
  await expect(panel(studio).getByRole('link', { name: 'View order' })).toBeVisible({ timeout: 20_000 });
  expect([await balance(ada), await balance(ben), await balance(cy)]).toEqual([400, 400, 360]);
  await expect(panel(cy).getByRole('link', { name: 'View order' })).toHaveAttribute(
    'href',
    /\/user\/orders\/[0-9a-f-]{36}$/,
  );
  const order = await call<{ source: string; state: string }>(
    cy,
    `GET /orders/${(await panel(cy).getByRole('link', { name: 'View order' }).getAttribute('href'))?.split('/').at(-1) ?? ''}`,
  );
  expect(order.data).toMatchObject({ state: 'paid' });

  await cy.goto('/user/bids');
  await expect(cy.getByRole('article', { name: 'A signed print' })).toContainText('Won');
  await ada.goto('/user/bids');
  await expect(ada.getByRole('article', { name: 'A signed print' })).toContainText('Lost');
});

test('a maximum bids for its owner, who can raise it and alone sees it', async ({
  page: ada,
  newPerson,
  target,
}) => {
  const [ben, studio] = [await newPerson(), await newPerson()];
  await arrive([ada, ben, studio], target);
  await joinAsCreator(studio);
  for (const fan of [ada, ben]) {
    await joinAsFan(fan);
    await topUp(fan, 2_000);
  }
  const id = await openAuction(studio, 'A blue bowl', 3_600);
  for (const each of [ada, ben]) await each.goto(`/auctions/${id}`);
  await ada.setViewportSize({ width: 360, height: 740 });

  await panel(ada)
    .getByLabel(/^Your maximum/)
    .fill('300');
  await panel(ada)
    .getByRole('button', { name: /^Bid up to 300 tokens/ })
    .click();
  await expect(panel(ada).getByText('Your maximum 300 tokens. You’re at 20 tokens.')).toBeVisible();
  expect(await balance(ada)).toBe(380);

  await expect(bidButton(ben, 21)).toBeVisible();
  await panel(ben).getByLabel('Your bid').fill('100');
  await bidButton(ben, 100).click();
  await expect(
    panel(ben).getByText('You were outbid. Your 100 tokens are back in your wallet.'),
  ).toBeVisible();
  await expect(panel(ada).getByText('Your maximum 300 tokens. You’re at 105 tokens.')).toBeVisible();
  expect([await balance(ada), await balance(ben)]).toEqual([295, 400]);
  await expect(ben.getByRole('row', { name: /105 tokens/ })).toContainText('Automatic');
  await expect(ben.getByText('300 tokens')).toHaveCount(0);

  await panel(ada).getByRole('button', { name: 'You’re the highest bidder · Raise my maximum' }).click();
  await panel(ada).getByLabel('Your maximum').fill('104');
  await ada.keyboard.press('Enter');
  await expect(
    panel(ada).getByText('You already lead with 105 tokens. Your maximum can’t be lower.'),
  ).toBeVisible();
  await panel(ada).getByLabel('Your maximum').fill('350');
  await ada.keyboard.press('Enter');
  await expect(panel(ada).getByText('Your maximum 350 tokens. You’re at 105 tokens.')).toBeVisible();
  expect(await balance(ada)).toBe(295);
  expect(
    await ada.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
  ).toBe(true);

  await panel(ben)
    .getByLabel(/^Your maximum/)
    .fill('400');
  await panel(ben)
    .getByRole('button', { name: /^Bid up to 400 tokens/ })
    .click();
  await expect(panel(ben).getByText('Your maximum 400 tokens. You’re at 360 tokens.')).toBeVisible();
  await expect(
    panel(ada).getByText('You were outbid. Your 350 tokens are back in your wallet.'),
  ).toBeVisible();
  expect([await balance(ada), await balance(ben)]).toEqual([400, 40]);
});

test('without enough tokens: the missing amount, a top-up, and back to the bid', async ({
  page,
  newPerson,
  target,
}) => {
  const studio = await newPerson();
  await arrive([page, studio], target);
  await joinAsCreator(studio);
  const id = await openAuction(studio, 'A tea bowl', 3_600);
  await joinAsFan(page);
  await page.goto(`/auctions/${id}`);
  await panel(page).getByLabel('Your bid').fill('60');
  await bidButton(page, 60).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/Top up 60 tokens/)).toBeVisible();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry date').fill('12 / 31');
  await page.getByLabel(/Security code|CVC/).fill('123');
  await dialog.getByRole('button', { name: /^(Pay|Top up)/ }).click();
  await dialog.getByRole('button', { name: /^Bid 60 tokens/ }).click();
  await expect(dialog).toBeHidden();
  await expect(panel(page).getByText('You’re the highest bidder', { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: /You/ })).toContainText('60 tokens');
});

test('a creator creates an auction in the studio, edits it, and cancels it', async ({
  page,
  newPerson,
  target,
}) => {
  const visitor = await newPerson();
  await arrive([page, visitor], target);
  const creator = await joinAsCreator(page);
  await page.goto('/creator/auctions');
  await page.getByRole('link', { name: 'New auction' }).first().click();
  await page.getByLabel('Title').fill('Walnut tray');
  await page.getByLabel('Start price').fill('50');
  const picture = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(640, 480);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.fillStyle = '#7a5230';
    context.fillRect(0, 0, 640, 480);
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())];
  });
  await page
    .getByLabel('Add pictures')
    .setInputFiles({ name: 'tray.png', mimeType: 'image/png', buffer: Buffer.from(picture) });
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.getByRole('button', { name: 'Start auction' }).click();
  await page.waitForURL(/\/auctions\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Walnut tray' })).toBeVisible();
  const address = new URL(page.url()).pathname;

  await page.getByRole('link', { name: 'Edit or cancel' }).click();
  await page.getByLabel('Title').fill('Walnut tray, oiled');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Walnut tray, oiled' })).toBeVisible();

  await visitor.goto(`/${creator.username}`);
  await visitor.getByRole('tab', { name: /Auctions/ }).click();
  await visitor.getByRole('link', { name: 'Walnut tray, oiled' }).click();
  await expect(panel(visitor).getByText('Start price', { exact: true })).toBeVisible();

  await page.goto('/creator/auctions');
  await page.getByRole('button', { name: /Actions for “Walnut tray, oiled”/ }).click();
  await page.getByRole('menuitem', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel auction' }).click();
  await expect(page.getByRole('row', { name: /Walnut tray, oiled/ })).toContainText('Canceled');
  await visitor.goto(address);
  await expect(visitor.getByRole('heading', { name: /not found/ })).toBeVisible();
});
