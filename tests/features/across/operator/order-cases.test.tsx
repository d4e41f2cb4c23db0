import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OrderCaseView } from '#features/across/operator/orders/order-case-view.tsx';
import { OrderCasesView } from '#features/across/operator/orders/order-cases-view.tsx';
import type { DeskOrderCase } from '#contract/across/operator/orders.ts';
import { aFile } from '../../../setup/factories/files.ts';
import { draw } from '../../../components/setup/draw.tsx';

const at = '2026-11-25T10:00:00.000Z';
const problem = { reason: 'damaged', state: 'escalated', outcome: null, since: at } as const;
const anOrderCase = (changes: Partial<DeskOrderCase> = {}): DeskOrderCase => ({
  _id: 'o1',
  number: 'K7Q3F-92XMA',
  title: 'Breakfast mug',
  buyer: { _id: 'f1', username: 'nora', name: 'Nora' },
  performer: { _id: 'c1', username: 'tomas', name: 'Tomas' },
  total: 390,
  refundable: 390,
  problem,
  state: 'shipped',
  quantity: 2,
  carrier: 'DHL',
  tracking: 'JD0143',
  paymentId: 't1',
  isOwn: false,
  orderedAt: at,
  photos: [],
  timeline: [
    { event: 'reported', by: 'buyer', note: 'The handle is off.', tokens: null, at },
    { event: 'escalated', by: 'system', note: '', tokens: null, at },
  ],
  ...changes,
});

async function open(order: DeskOrderCase) {
  const sent: unknown[] = [];
  const drawn = await draw(<OrderCaseView />, {
    path: '/operator/orders/o1?id=o1',
    answers: {
      'GET /operator/orders/:id': () => order,
      'POST /operator/orders/:id/decide': ({ body }: { body: unknown }) => (sent.push(body), order),
    },
  });
  await screen.findByText('The handle is off.');
  return { ...drawn, sent };
}
const inDialog = () => within(screen.getByRole('dialog'));

it('the list says what waits, and when nothing does', async () => {
  const first = await draw(<OrderCasesView />, {
    path: '/operator/orders',
    answers: {
      'GET /operator/orders': () => ({ data: [{ ...anOrderCase(), problem }], total: 1, nextCursor: null }),
    },
  });
  const link = await screen.findByRole('link', { name: 'Breakfast mug · K7Q3F-92XMA' });
  expect(link.getAttribute('href')).toBe('/operator/orders/o1');
  expect(screen.getByText('It arrived damaged')).toBeTruthy();
  first.unmount();
  await draw(<OrderCasesView />, {
    path: '/operator/orders',
    answers: { 'GET /operator/orders': () => ({ data: [], total: 0, nextCursor: null }) },
  });
  expect(await screen.findByText('No order problems are waiting')).toBeTruthy();
});

it('each decision is asked with its reason, and a part with its tokens', async () => {
  const { hand, sent } = await open(anOrderCase());
  await hand.click(screen.getByRole('button', { name: 'Refund part' }));
  await hand.type(inDialog().getByLabelText('Tokens'), '390');
  await hand.type(inDialog().getByLabelText('Reason'), 'Half of it broke.');
  await hand.click(inDialog().getByRole('button', { name: 'Refund part' }));
  expect(inDialog().getAllByText('You can refund up to 389 tokens.').length).toBeGreaterThan(0);
  await hand.clear(inDialog().getByLabelText('Tokens'));
  await hand.type(inDialog().getByLabelText('Tokens'), '195');
  await hand.click(inDialog().getByRole('button', { name: 'Refund part' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  for (const name of ['Refund in full', 'Close without a refund']) {
    await hand.click(screen.getByRole('button', { name }));
    await hand.type(inDialog().getByLabelText('Reason'), 'We asked.');
    await hand.click(inDialog().getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect(sent).toEqual([
    { decision: 'refund-part', tokens: 195, reason: 'Half of it broke.' },
    { decision: 'refund', reason: 'We asked.' },
    { decision: 'close', reason: 'We asked.' },
  ]);
});

it('what is one’s own or closed can’t be decided', async () => {
  const own = await open(anOrderCase({ isOwn: true }));
  expect(screen.getByText('This is your own order')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Refund in full' })).toBeNull();
  own.unmount();
  await open(
    anOrderCase({ problem: { reason: 'damaged', state: 'closed', outcome: 'no-refund', since: at } }),
  );
  expect(screen.getByText('No refund')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Refund in full' })).toBeNull();
});

it('shows the photos of the problem in full size', async () => {
  const { hand } = await open(anOrderCase({ photos: [aFile({ _id: 'f1' })] }));
  await hand.click(screen.getByRole('button', { name: 'View photo 1 of 1' }));
  expect(await screen.findByRole('dialog', { name: 'Photo 1 of 1' })).toBeTruthy();
});

it('an order without a problem is shown, with nothing to decide', async () => {
  await draw(<OrderCaseView />, {
    path: '/operator/orders/o1?id=o1',
    answers: { 'GET /operator/orders/:id': () => anOrderCase({ problem: null, timeline: [] }) },
  });
  expect(await screen.findByText('None')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Refund|Close/ })).toBeNull();
});
