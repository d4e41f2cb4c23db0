import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LandingPage } from '#features/base/landing/landing-page.tsx';
import { withoutTop } from '#features/base/landing/creators.tsx';
import { draw } from '../../../components/setup/draw.tsx';
import { aRow } from '../../../setup/factories/creators.ts';

const nico = aRow({ _id: 'nico', name: 'Nico', username: 'nico' });
const promo = {
  _id: 'promo',
  title: 'Packages are here',
  text: 'Some on top.',
  href: '/user/wallet',
  cover: null,
};

it("shows what the site is and who is on it, from the server's data", async () => {
  const { deps } = await draw(<LandingPage top={[aRow()]} random={[nico]} promos={[promo]} />, {
    user: null,
  });
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Join for free' }).getAttribute('href')).toBe('/auth/register');
  expect(screen.getByRole('link', { name: 'Become a creator' }).getAttribute('href')).toBe(
    '/auth/register?as=creator',
  );
  expect(screen.getByRole('link', { name: 'Lena' }).getAttribute('href')).toBe('/lena');
  expect(screen.getByRole('link', { name: 'Packages are here' }).getAttribute('href')).toBe('/user/wallet');
  expect(deps.api.routes()).toEqual([]);
});

it('loads its lists if the page came without them; a failing optional list leaves no gap', async () => {
  await draw(<LandingPage />, {
    user: null,
    answers: {
      'GET /performers/top': () => ({ data: [aRow()], total: 1 }),
      'GET /performers/search/random': () => ({ data: [aRow(), nico], total: 2 }),
      'GET /site-promo/search': () => {
        throw new Error('down');
      },
    },
  });
  expect(await screen.findByRole('link', { name: 'Lena' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Nico' })).toBeTruthy();
  expect(screen.queryByText('Featured')).toBeNull();
});

it('lists nobody twice', () => {
  expect(withoutTop([aRow(), nico], [aRow()])).toEqual([nico]);
});
