import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CreatorCard } from '#components/people/creators/creator-card.tsx';
import { CreatorGrid } from '#components/people/creators/creator-grid.tsx';
import { draw } from '../../setup/draw.tsx';
import { aRow } from '../../../setup/factories/creators.ts';
import { anOwnSubscription } from '../../../setup/factories/subscriptions.ts';

const follow = () => screen.queryByRole('button', { name: /^Follow/ });

it('shows the price and a way to follow to someone who has neither', async () => {
  await draw(<CreatorCard creator={aRow()} />);
  expect(screen.getByText('$9.99 a month')).toBeTruthy();
  expect(follow()?.textContent).toMatch(/^Follow /);
});

it('shows a subscriber what they have and until when, and doesn’t offer to follow', async () => {
  const own = { isSubscribed: true, subscription: anOwnSubscription({ type: 'gift', renews: false }) };
  await draw(<CreatorCard creator={aRow(own)} />);
  expect(screen.getByText('Gift until Dec 20, 2026')).toBeTruthy();
  expect(screen.queryByText('$9.99 a month')).toBeNull();
  expect(follow()).toBeNull();
});

it('lets a subscriber who follows stop following', async () => {
  const own = { isFollowed: true, isSubscribed: true, subscription: anOwnSubscription() };
  await draw(<CreatorCard creator={aRow(own)} />);
  expect(screen.getByText('Subscribed · Renews on Dec 20, 2026')).toBeTruthy();
  expect(follow()?.textContent).toMatch(/^Following/);
});

it.each([
  ['at the top of a page', true, ['high eager', 'null lazy', 'null lazy']],
  ['further down', false, ['null lazy', 'null lazy', 'null lazy']],
])('a grid %s hurries with what a phone shows of it', async (_, priority, expected) => {
  const creators = ['a', 'b', 'c'].map((_id) =>
    aRow({ _id, name: _id, cover: `/media/public/${_id}/1280.webp` }),
  );
  const { container } = await draw(<CreatorGrid creators={creators} priority={priority} />);
  const covers = [...container.querySelectorAll('img[srcset]')];
  expect(
    covers.map((image) => `${image.getAttribute('fetchpriority')} ${image.getAttribute('loading')}`),
  ).toEqual(expected);
});
