import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { BoughtItemField } from '#features/trade/broadcasts/bought-item-field.tsx';
import { anOwnProduct } from '../../../setup/factories/products.ts';
import { anOwnVideo } from '../../../setup/factories/videos.ts';
import { choose } from '../../../setup/picking.ts';
import type { Replies } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';

const films = 'GET /performer/performer-assets/videos/search';
const goods = 'GET /performer/performer-assets/products/search';
const none = { data: [], total: 0, nextCursor: null };
const newest = anOwnVideo({ _id: 'v1', title: 'Newest film', price: 100 });
const oldest = anOwnVideo({ _id: 'v9', title: 'Oldest film', price: 100 });
const answers: Replies = {
  [films]: ({ query }) => ({
    data:
      query?.q === 'Oldest film'
        ? [oldest]
        : [newest, anOwnVideo({ _id: 'v2', title: 'Free film', price: 0 })],
    total: 2,
    nextCursor: null,
  }),
  'GET /performer/performer-assets/videos/:id/view': () => oldest,
  'GET /performer/performer-assets/galleries/search': () => none,
  [goods]: () => ({
    data: [anOwnProduct({ _id: 'p1', title: 'Print' })],
    total: 1,
    nextCursor: null,
  }),
  'GET /performer/feeds': () => none,
};

const told: string[] = [];
function Form({ start = '' }: { start?: string }) {
  const [value, setValue] = useState(start);
  return (
    <BoughtItemField
      label="Fans who bought"
      value={value}
      onChange={(next) => {
        told.push(next);
        setValue(next);
      }}
    />
  );
}
const open = (start?: string) =>
  draw(<Form {...(start === undefined ? {} : { start })} />, {
    path: '/creator/broadcast',
    user: { isPerformer: true },
    answers,
  });

it('offers products too, and only what has a price', async () => {
  const { hand } = await open();
  await choose(hand, /Fans who bought/, 'Product: Print');
  expect(told.pop()).toBe('product:p1');
  await hand.click(screen.getByRole('combobox'));
  await waitFor(() => expect(screen.getByTitle('Video: Newest film')).toBeTruthy());
  expect(screen.queryByTitle('Video: Free film')).toBeNull();
});

it('finds an item that isn’t among the newest', async () => {
  const { hand } = await open();
  await hand.type(await screen.findByRole('combobox'), 'Oldest film');
  await hand.click(await screen.findByTitle('Video: Oldest film'));
  expect(told.pop()).toBe('video:v9');
});

it('shows the name of an item chosen earlier', async () => {
  await open('video:v9');
  expect((await screen.findAllByText('Video: Oldest film')).length).toBeGreaterThan(0);
});
