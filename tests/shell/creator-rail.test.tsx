import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CreatorCounts } from '#services/money/earnings.ts';
import { live } from '#state/live/live-events.ts';
import { WholeRail } from '#shell/frame/whole-rail.tsx';
import { TabBar, TopBar } from '#shell/frame/phone-bars.tsx';
import { draw } from '../components/setup/draw.tsx';
import { aUser } from '../setup/factories/accounts.ts';
import { problem } from '../state/setup/fake-api.ts';

const creator = aUser({ isPerformer: true, username: 'mara', name: 'Mara', balance: 1_380 });
const none: CreatorCounts = {
  orders: 0,
  comments: 0,
  messageRequests: 0,
  coCreations: 0,
  privateStreams: 0,
  available: 12_345,
};
const route = 'GET /performer/counts';
const quiet = { messages: 0, notifications: 0 };

async function open(path: string, reply: () => CreatorCounts | Promise<CreatorCounts> = () => none) {
  const drawn = await draw(<WholeRail user={creator} path={path} unread={quiet} />, {
    path,
    user: creator,
    answers: { [route]: reply },
  });
  await screen.findByRole('button', { name: /^Content/ });
  return drawn;
}
const group = (name: RegExp | string) => screen.getByRole('button', { name });
const isOpen = (name: RegExp | string) => group(name).getAttribute('aria-expanded') === 'true';
const rows = () => within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');

afterEach(() => localStorage.clear());

describe('the creator’s rail', () => {
  it('opens the group of the page, and marks the page in it', async () => {
    await open('/creator/orders/7');
    expect(isOpen('Shop')).toBe(true);
    expect(isOpen('Content')).toBe(false);
    expect(screen.getByRole('link', { name: 'Orders' }).getAttribute('aria-current')).toBe('page');
    expect(rows()).toHaveLength(7);
    // No group: it is one page.
    expect(screen.getByRole('link', { name: 'Settings' })).toBeTruthy();
  });
  it('opens one group at a time, closes it again, and remembers it on the device', async () => {
    const { hand, unmount } = await open('/creator');
    expect(isOpen('Content')).toBe(true);
    await hand.click(group('Money'));
    expect([isOpen('Money'), isOpen('Content')]).toEqual([true, false]);
    unmount();
    const again = await open('/creator');
    expect(isOpen('Money')).toBe(true);
    await again.hand.click(group('Money'));
    expect(isOpen('Money')).toBe(false);
    again.unmount();
    await open('/creator');
    expect(rows()).toHaveLength(4);
  });
  it('works when the browser keeps nothing', async () => {
    const kept = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('no');
    });
    await open('/creator');
    expect(isOpen('Content')).toBe(true);
    kept.mockRestore();
  });
  it('counts what waits: on its link, and on its group while that is closed', async () => {
    const { hand } = await open('/creator', () => ({
      ...none,
      orders: 100,
      comments: 2,
      messageRequests: 1,
    }));
    expect(await screen.findByRole('button', { name: 'Shop 99+ waiting' })).toBeTruthy();
    expect(group('Audience 2 waiting')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Messages 1 waiting' })).toBeTruthy();
    await hand.click(group(/^Shop/));
    expect(group('Shop')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Orders 99+ waiting' })).toBeTruthy();
  });
  it('counts again when an order changes, without asking in between', async () => {
    let reply = none;
    const { store, deps } = await open('/creator', () => reply);
    await waitFor(() => expect(screen.getByText('$123.45')).toBeTruthy());
    const asked = () => deps.api.routes().filter((name) => name === route).length;
    expect(asked()).toBe(1);
    reply = { ...none, orders: 1, available: 20_000 };
    act(() => void store.dispatch(live['order/changed']({ orderId: 'o1' })));
    expect(await screen.findByRole('button', { name: 'Shop 1 waiting' })).toBeTruthy();
    expect(screen.getByText('$200.00')).toBeTruthy();
    reply = { ...none, messageRequests: 3 };
    act(() => void store.dispatch(live['conversation/changed']({ conversationId: 'c1' })));
    expect(await screen.findByRole('link', { name: 'Messages 3 waiting' })).toBeTruthy();
    expect(asked()).toBe(3);
  });
  it('leads to the earnings, also while the amount is unknown', async () => {
    await open('/creator', () => Promise.reject(problem(500)));
    expect(screen.getByRole('link', { name: /Available earnings/ }).getAttribute('href')).toBe(
      '/creator/earnings',
    );
    expect(screen.queryByText(/in your wallet/)).toBeNull();
  });
  it('has a menu of everything to create', async () => {
    const { hand } = await open('/creator');
    await hand.click(screen.getByRole('button', { name: 'Create' }));
    const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    expect(items).toEqual(['New post', 'Go live', 'New video', 'New gallery', 'New product', 'New auction']);
    await hand.keyboard('{ArrowDown}{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
  });
});

describe('a creator’s phone', () => {
  it('has the same groups in its menu, with what waits, and a tab to create', async () => {
    const { hand } = await draw(
      <>
        <TopBar path="/home" user={creator} unread={quiet} />
        <TabBar user={creator} path="/home" unread={{ ...quiet, messages: 3 }} />
      </>,
      {
        path: '/home',
        user: creator,
        answers: { [route]: () => ({ ...none, orders: 2, comments: 1, messageRequests: 2 }) },
      },
    );
    expect(await screen.findByText('$123.45')).toBeTruthy();
    // Requests wait, too, as they do in the rail.
    expect(await screen.findByRole('link', { name: 'Messages 5 waiting' })).toBeTruthy();
    await hand.click(await screen.findByRole('button', { name: /^Your menu/ }));
    const shop = within(await screen.findByRole('group', { name: 'Shop' }));
    expect(shop.getByRole('menuitem', { name: 'Orders 2 waiting' })).toBeTruthy();
    expect(screen.getByRole('menuitem', { name: 'Settings' })).toBeTruthy();
    expect(screen.getAllByRole('group').map((each) => each.getAttribute('aria-label'))).toEqual([
      'Content',
      'Shop',
      'Audience',
      'Money',
      'Browse',
      'As a fan',
    ]);
    await hand.keyboard('{Escape}');
    await hand.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByRole('menuitem', { name: 'New post' })).toBeTruthy();
  });
});
