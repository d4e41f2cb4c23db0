import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { Notification } from '#contract/people/notifications.ts';
import { BellPanel } from '#features/people/notifications/bell-panel.tsx';
import { draw } from '../../../components/setup/draw.tsx';
import { problem } from '../../../state/setup/fake-api.ts';

const one = (at: number): Notification => ({
  _id: `n${at}`,
  type: 'order',
  text: `Order ${at} was shipped.`,
  href: null,
  actors: [],
  count: 1,
  isRead: false,
  createdAt: new Date().toISOString(),
  updatedAt: new Date().toISOString(),
});

function Bell() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button type="button" onClick={({ currentTarget }) => setAnchor(currentTarget)}>
        Bell
      </button>
      {anchor ? <BellPanel id="panel" anchor={anchor} onClose={() => setAnchor(null)} /> : null}
    </>
  );
}
const opened = async (answer: () => ReturnType<typeof page>, read: string[] = []) => {
  const { hand } = await draw(<Bell />, {
    answers: {
      'GET /notifications': answer,
      'POST /notifications/:id/read': ({ params }) => {
        read.push(params.id);
        return { unread: 0 };
      },
    },
  });
  await hand.click(screen.getByRole('button', { name: 'Bell' }));
  return hand;
};
const page = (count: number) => ({
  data: Array.from({ length: count }, (_, at) => one(at)),
  total: count,
  nextCursor: null,
});

it('shows the six newest, marks what is pressed as read, and closes', async () => {
  const read: string[] = [];
  const hand = await opened(() => page(9), read);
  expect(await screen.findAllByRole('listitem')).toHaveLength(6);
  expect(screen.getByRole('link', { name: 'See all' }).getAttribute('href')).toBe('/notifications');
  await hand.click(screen.getByText('Order 2 was shipped.'));
  await waitFor(() => expect(read).toEqual(['n2']));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('closes with Escape and gives the focus back', async () => {
  const hand = await opened(() => page(1));
  await screen.findByText('Order 0 was shipped.');
  expect(document.activeElement).toBe(screen.getByRole('dialog'));
  await hand.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Bell' }));
});

it('says when there is nothing, and when it failed', async () => {
  await opened(() => page(0));
  expect(await screen.findByText(/^No notifications yet/)).toBeTruthy();
});

it('can be tried again', async () => {
  let fails = true;
  const hand = await opened(() => {
    if (fails) throw problem(500, { message: 'Something broke.' });
    return page(1);
  });
  expect(await screen.findByText('Something broke.')).toBeTruthy();
  fails = false;
  await hand.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Order 0 was shipped.')).toBeTruthy();
});
