import { expect, serverReady, test } from './fixtures.ts';
import type { Locator, Page } from './fixtures.ts';
import { call, joinAsCreator, joinAsFan, storeCard, publish, send, topUp } from './people.ts';
import { atEachSize, expectSeen } from './seen.ts';

/**
 * On the mock the page's worker responds before Playwright's routes are consulted, so failures can be
 * provoked on the server only.
 */
const needsServer = 'answers can be broken on their way only where a server is';
const declined = '4000 0000 0000 0002';
const broken = 'The kiln is out for a moment.';

async function breaks(page: Page): Promise<void> {
  await page.route('**/api/v1/**', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({
          status: 500,
          contentType: 'application/json',
          body: JSON.stringify({ message: broken, code: 'internal' }),
        }),
  );
}

const said = (scope: Page | Locator, sentence: string | RegExp) =>
  scope.getByText(sentence, { exact: true }).filter({ visible: true }).first();
const error = (scope: Page | Locator, name: string | RegExp) => scope.getByRole('group', { name });

/** A form that is submitted as it is, and the error that one of its fields then shows. */
interface Case {
  readonly path: string;
  readonly button: string | RegExp;
  readonly says: string | RegExp;
  readonly before?: (page: Page) => Promise<void>;
  readonly form?: string;
}

async function walk(page: Page, cases: readonly Case[]): Promise<void> {
  for (const { path, button, says, before, form } of cases) {
    await test.step(`${path}: ${String(says)}`, async () => {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await before?.(page);
      const scope = form ? page.getByRole('form', { name: form }) : page;
      await atEachSize(page, async () => {
        await scope.getByRole('button', { name: button, exact: true }).last().click();
        return said(page, says);
      });
    });
  }
}

test.beforeEach(async ({ page, target }) => {
  await page.goto('/');
  await serverReady(page, target);
});

test('for visitors: signing up, logging in, password reset, contacting the site', async ({ page }) => {
  await walk(page, [
    { path: '/auth/login', button: 'Log in', says: 'Enter your username or email.' },
    { path: '/auth/register', button: 'Join as a fan', says: 'Enter a name.' },
    { path: '/auth/register?as=creator', button: 'Join as a creator', says: 'Enter a name.' },
    { path: '/auth/forgot-password', button: 'Send link', says: 'Enter an email address.' },
    { path: '/contact', button: 'Send', says: 'Enter a name.' },
  ]);
  await page.goto('/auth/login');
  await page.getByLabel('Username or email').fill('nobody-of-that-name');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await atEachSize(page, async () => {
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    return error(page, 'Incorrect credentials!');
  });
});

test('for an account: profile, password, address, a declined card for the wallet', async ({ page }) => {
  await joinAsFan(page);
  await walk(page, [
    {
      path: '/user/account',
      button: 'Save',
      form: 'Profile',
      says: 'Enter a name.',
      before: (at) => at.getByRole('form', { name: 'Profile' }).getByLabel('Name', { exact: true }).fill(''),
    },
    { path: '/user/account?tab=security', button: 'Change password', says: 'Use at least 8 characters.' },
    {
      path: '/user/account?tab=payment',
      button: 'Save address',
      says: 'Enter the recipient’s name.',
      before: (at) => at.getByRole('button', { name: 'Add address' }).click(),
    },
    {
      path: '/user/wallet',
      button: 'Save limit',
      says: 'Enter an amount like 50.00.',
      before: (at) => at.getByRole('button', { name: 'Set limit' }).click(),
    },
    {
      path: '/user/referrals',
      button: 'Apply code',
      says: 'Enter a code. It has only letters and digits.',
      before: (at) => at.getByLabel('Invitation code').fill('not a code'),
    },
    {
      path: `/auth/reset-password?token=${'a'.repeat(43)}`,
      button: 'Save password',
      says: 'Use at least 8 characters.',
    },
  ]);
  await page.goto('/user/wallet');
  await page.getByRole('button', { name: 'Top up' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Top up your wallet' });
  await dialog.getByRole('button', { name: declined }).click();
  await atEachSize(page, async () => {
    await dialog.getByRole('button', { name: /^Pay/ }).click();
    await expectSeen(dialog.getByRole('button', { name: /^Pay/ }));
    return error(dialog, /declined/i);
  });
});

test('in the studio: prices, a post, a video, a product, an auction, a gallery, an offer, a bank account', async ({
  page,
}) => {
  await joinAsCreator(page);
  const open = (name: string) => async (at: Page) =>
    at.getByRole('button', { name, exact: true }).first().click();
  await walk(page, [
    {
      path: '/creator/account?tab=membership',
      button: 'Save',
      says: /^Enter a price from/,
      before: (at) => at.getByLabel('Monthly').fill('1'),
    },
    {
      path: '/creator/account',
      button: 'Save',
      form: 'Profile',
      says: 'Enter up to 5.',
      before: (at) => at.getByLabel('Categories').fill('a,b,c,d,e,f'),
    },
    { path: '/creator/feeds/new', button: 'Publish', says: 'Write something or add a photo.' },
    { path: '/creator/videos/new', button: 'Publish', says: 'Add a video.' },
    {
      path: '/creator/products/new',
      button: 'Put on sale',
      says: /^Enter a price from/,
      before: (at) => at.getByLabel('Title', { exact: true }).fill('Mug'),
    },
    {
      path: '/creator/auctions/new',
      button: 'Start auction',
      says: 'Add at least one picture.',
      before: (at) => at.getByLabel('Title').fill('Bowl'),
    },
    { path: '/creator/galleries/new', button: 'Continue to photos', says: 'Enter a title.' },
    {
      path: '/creator/promotions',
      button: 'Create offer',
      says: 'Enter a whole number from 5 to 90.',
      before: async (at) => {
        await open('New offer')(at);
        await at.getByLabel(/Discount on the first period/).fill('95');
      },
    },
    {
      path: '/creator/promotions',
      button: 'Create link',
      says: 'Enter a whole number from 1 to 90.',
      before: async (at) => {
        await at.getByRole('tab', { name: 'Trial links' }).click();
        await open('New trial link')(at);
        await at.getByLabel('Free days').fill('0');
      },
    },
    {
      path: '/creator/payouts/new',
      button: 'Save bank account',
      says: 'Enter the bank’s name.',
      before: open('Add a bank account'),
    },
  ]);
});

test('when paying: a subscription, an unlock, a tip, a bid, a comment, a report', async ({
  page,
  newPerson,
  target,
}) => {
  const studio = await newPerson();
  await studio.goto('/');
  await serverReady(studio, target);
  const creator = await joinAsCreator(studio);
  const post = await publish(studio, { text: 'The glaze recipe in full', audience: 'public', price: 120 });
  const open = await publish(studio, { text: 'Good morning', audience: 'public' });
  const picture = await send<{ _id: string }>(studio, {
    route: 'POST /performer/feeds/photo/upload',
    files: ['file'],
  });
  const auction = await call<{ _id: string }>(studio, 'POST /autions', {
    title: 'A bowl',
    description: '',
    startPrice: 20,
    endAt: new Date(Date.now() + 3_600_000).toISOString(),
    imageIds: [picture.data._id],
  });
  await joinAsFan(page);
  await page.goto(`/${creator.username}`);
  await page
    .getByRole('button', { name: /^Subscribe/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: declined }).click();
  await atEachSize(page, async () => {
    await dialog.getByRole('button', { name: /^Subscribe for/ }).click();
    await expectSeen(dialog.getByRole('button', { name: /^Subscribe for/ }));
    return error(dialog, /declined/i);
  });
  await page.keyboard.press('Escape');

  await test.step('a report', async () => {
    await page
      .getByRole('button', { name: /^More options for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: /^Report/ }).click();
    await atEachSize(page, async () => {
      await page.getByRole('dialog').getByRole('button', { name: 'Report', exact: true }).click();
      return said(page.getByRole('dialog'), 'Choose a reason.');
    });
  });

  test.skip(target === 'mock', needsServer);
  await topUp(page, 2_000);
  await storeCard(page, '4242424242424242');
  await test.step('an unlock', async () => {
    await breaks(page);
    await page.goto(`/feeds/${post}`);
    await page
      .getByRole('button', { name: /Unlock for 120 tokens/ })
      .first()
      .click();
    await atEachSize(page, async () => {
      await dialog.getByRole('button', { name: /^Unlock for/ }).click();
      await expectSeen(dialog.getByRole('button', { name: /^Unlock for/ }));
      return error(dialog, broken);
    });
  });
  await test.step('a tip', async () => {
    await page.goto(`/${creator.username}`);
    await page.getByRole('button', { name: `Tip ${creator.name}` }).click();
    await dialog.getByLabel('Tokens').fill('50');
    await atEachSize(page, async () => {
      await dialog.getByRole('button', { name: /^Tip 50 tokens/ }).click();
      await expectSeen(dialog.getByRole('button', { name: /^Tip 50 tokens/ }));
      return error(dialog, broken);
    });
  });
  await test.step('a bid', async () => {
    await page.goto(`/auctions/${auction.data._id}`);
    const panel = page.getByRole('region', { name: 'Bidding' });
    await atEachSize(page, async () => {
      await panel.getByRole('button', { name: /^Bid 20 tokens/ }).click();
      return error(panel, broken);
    });
  });
  await test.step('a comment', async () => {
    await page.goto(`/feeds/${open}`);
    const field = page.getByRole('textbox', { name: /comment/i }).first();
    await field.fill('Good morning!');
    await atEachSize(page, async () => {
      await field.press('Control+Enter');
      const toast = said(page, broken);
      await expectSeen(toast);
      await expect(field).toHaveValue('Good morning!');
      // The toast must not cover the field in use.
      await expectSeen(field);
      return toast;
    });
  });
});

test('for a payout: the amount and the method', async ({ page, target }) => {
  test.skip(target === 'mock', needsServer);
  await joinAsCreator(page);
  const quote = { canRequest: true, available: 10_000, minimum: 2_000, blocks: [], openRequestId: null };
  await page.route('**/api/v1/payout-requests/calculate', async (route) => {
    const answer = await route.fetch();
    const reply = (await answer.json()) as { data: object };
    await route.fulfill({ response: answer, json: { ...reply, data: { ...reply.data, ...quote } } });
  });
  await walk(page, [
    {
      path: '/creator/payouts/new',
      button: 'Request payout',
      form: 'Request payout',
      says: /^The minimum payout is/,
      before: (at) => at.getByRole('form').getByRole('textbox').first().fill('1'),
    },
    {
      path: '/creator/payouts',
      button: 'Save bank account',
      says: /^(Enter|Choose) /,
      before: (at) => at.getByRole('button', { name: 'Add a bank account' }).click(),
    },
  ]);
});
