import { screen, waitFor } from '@testing-library/react';
import Router from 'next/router';
import { expect, test, vi } from 'vitest';
import { BackArrow, isSection } from '#shell/frame/back-arrow.tsx';
import { draw } from '../components/setup/draw.tsx';

const fan = { _id: 'me', isPerformer: false };
const creator = { _id: 'mara', isPerformer: true, username: 'mara' };

test.each([
  ['/home', fan, true],
  ['/messages?filter=unread', fan, true],
  ['/user/account', fan, true],
  ['/mara', creator, true],
  ['/', null, true],
  ['/mara', fan, false],
  ['/feeds/1', fan, false],
  ['/videos/1', creator, false],
  ['/auctions/1', null, false],
  ['/messages/1', fan, false],
])('%s for %o is a section: %s', (path, user, expected) => {
  expect(isSection(path, user)).toBe(expected);
});

test('a page of an item has a way back, a section doesn’t need one', async () => {
  const item = await draw(<BackArrow user={fan} path="/feeds/1" />);
  screen.getByRole('button', { name: 'Back' });
  item.unmount();
  await draw(<BackArrow user={fan} path="/home" />);
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
});

test('a page that nothing comes before leads home, whatever else the history holds', async () => {
  window.history.pushState(null, '', '/feeds/1');
  const pushed = vi.spyOn(Router, 'push').mockResolvedValue(true);
  vi.spyOn(Router, 'back').mockImplementation(() => {});
  const { hand } = await draw(<BackArrow user={fan} path="/feeds/1" />);
  await hand.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(pushed).toHaveBeenCalledWith('/home'));
});
