import type { Page } from './fixtures.ts';
import type { Moment } from './moments.ts';
import { expect } from './fixtures.ts';
import { call } from './people.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const shown = (page: Page) => expect(dialog(page).last()).toBeVisible();
/** Opens a page and what a button of it opens. */
const opens = (path: string, button: RegExp | string) => async (page: Page) => {
  await page.goto(path);
  await page.getByRole('button', { name: button }).filter({ visible: true }).first().click();
  await shown(page);
};
const page = (path: string) => (each: Page) => each.goto(path);
/** The page of the first item of a list that fits. */
export const firstOf =
  (path: string, list: string, fits: (item: Record<string, unknown>) => boolean = () => true) =>
  async (each: Page) => {
    const { data } = await call<{ data: { _id: string }[] }>(each, list);
    const item = data.data.find(fits as (one: { _id: string }) => boolean);
    await each.goto(`${path}/${item?._id}`);
  };

/** `creator` sells subscriptions of every length and has an offer; `post` is for sale. */
export const fansMoney = ({ creator, post }: { creator: string; post: string }): Moment[] => [
  { name: 'the prices of a creator', reach: page(`/${creator}`) },
  { name: 'choosing a plan with an offer', reach: opens(`/${creator}`, /^Subscribe/) },
  { name: 'choosing a plan', reach: opens('/northlight', /^Subscribe/) },
  { name: 'tipping', reach: opens('/clay.and.ash', /^Tip /) },
  { name: 'giving a subscription', reach: opens(`/${creator}`, 'Give as a gift') },
  { name: 'the wallet', reach: page('/user/wallet') },
  {
    name: 'topping up with a new card',
    reach: async (each) => {
      await opens('/user/wallet', 'Top up')(each);
      const another = dialog(each).getByRole('radio', { name: 'New card' });
      await another.or(each.getByLabel('Card number')).first().waitFor();
      if (await another.isVisible()) await another.check();
      await expect(each.getByLabel('Card number')).toBeVisible();
      await dialog(each).getByRole('button', { name: 'Add coupon' }).click();
    },
  },
  { name: 'unlocking a post', reach: opens(`/feeds/${post}`, /^Unlock/) },
  { name: 'payments', reach: page('/user/wallet?show=payments') },
  {
    name: 'a monthly limit',
    reach: opens('/user/wallet', /^(Set limit|Add another limit|Change the limit)/),
  },
  { name: 'subscriptions', reach: page('/user/subscriptions') },
  { name: 'canceling a subscription', reach: opens('/user/subscriptions', /^Cancel the subscription to/) },
  { name: 'an auction', reach: firstOf('/auctions', 'GET /autions/search') },
  {
    name: 'a maximum bid',
    reach: async (each) => {
      // Whoever leads has a button in the place of the field.
      await firstOf(
        '/auctions',
        'GET /autions/search',
        ({ state, leader }) => state === 'live' && !(leader as { isYou: boolean } | null)?.isYou,
      )(each);
      await each
        .getByLabel(/^Your maximum/)
        .first()
        .fill('30000');
    },
  },
  { name: 'a product', reach: firstOf('/products', 'GET /performer-assets/products/search') },
  {
    name: 'ordering a product',
    reach: async (each) => {
      await firstOf(
        '/products',
        'GET /performer-assets/products/search',
        ({ type }) => type === 'physical',
      )(each);
      await each.getByRole('button', { name: /^Buy/ }).filter({ visible: true }).first().click();
      await shown(each);
    },
  },
  { name: 'orders', reach: page('/user/orders') },
  { name: 'an order', reach: firstOf('/user/orders', 'GET /orders/users/search') },
  { name: 'bids', reach: page('/user/bids') },
  { name: 'cards', reach: page('/user/account?tab=payments') },
  { name: 'a statement', reach: firstOf('/user/statements', 'GET /wallet/statements') },
  { name: 'a receipt', reach: firstOf('/user/receipts', 'GET /payment/transactions/user/search') },
];

export const creatorsMoney: Moment[] = [
  { name: 'orders in the studio', reach: page('/creator/orders') },
  { name: 'an order in the studio', reach: firstOf('/creator/orders', 'GET /orders/search') },
  { name: 'payouts', reach: page('/creator/payouts') },
  { name: 'asking for a payout', reach: page('/creator/payouts/new') },
  { name: 'a new offer', reach: opens('/creator/promotions', 'New offer') },
  { name: 'subscribers', reach: page('/creator/subscribers') },
  { name: 'earnings', reach: page('/creator/earnings') },
  { name: 'prices', reach: page('/creator/account?tab=membership') },
];
