import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { effectText, eventText, shortEffect } from '#features/trade/shop/orders/order-labels.tsx';
import { OwnOrderView, SaleView } from '#features/trade/shop/orders/order-view.tsx';
import { SalesView } from '#features/trade/shop/orders/orders-view.tsx';
import type { Order, OrderProblem } from '#contract/trade/orders.ts';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { aFile } from '../../../setup/factories/files.ts';
import { anOrder, anOrderRow } from '../../../setup/factories/orders.ts';

const at = '2026-11-25T10:00:00.000Z';
const aProblem = (changes: Partial<OrderProblem> = {}): OrderProblem => ({
  reason: 'not-arrived',
  state: 'open',
  outcome: null,
  since: at,
  ...changes,
});
const shipped = (changes: Partial<Order> = {}): Order =>
  anOrder({ state: 'shipped', carrier: 'DHL', tracking: 'JD0143', canChangeAddress: false, ...changes });

async function open(order: Order, answers: Replies = {}) {
  const sent: { route: string; body: unknown; key?: string | undefined }[] = [];
  const keep = (route: string) => (input: { body?: unknown; key?: string }) => {
    sent.push({ route, body: input.body, key: input.key });
    return order;
  };
  const drawn = await draw(order.role === 'buyer' ? <OwnOrderView /> : <SaleView />, {
    path: `/user/orders/o1?id=o1`,
    answers: {
      'GET /orders/:id': () => order,
      'PUT /orders/:id/update': keep('update'),
      'POST /orders/:id/refunds': keep('refund'),
      ...answers,
    },
  });
  return { ...drawn, sent };
}
const inDialog = () => within(screen.getByRole('dialog'));

describe('the buyer of a shipped order', () => {
  it('says that it hasn’t arrived, in words', async () => {
    const { hand, sent } = await open(shipped({ actions: ['confirm', 'report'] }));
    await hand.click(await screen.findByRole('button', { name: 'It hasn’t arrived' }));
    const dialog = inDialog();
    await hand.click(dialog.getByRole('button', { name: 'Report problem' }));
    expect(dialog.getAllByText('Describe the problem.').length).toBeGreaterThan(0);
    await hand.type(dialog.getByLabelText('What should the creator know?'), '  The tracking stopped. ');
    await hand.click(dialog.getByRole('button', { name: 'Report problem' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toMatchObject([
      { body: { action: 'report', problem: 'not-arrived', text: 'The tracking stopped.' } },
    ]);
  });

  it('says what is wrong, and reads what the server refuses', async () => {
    const { hand, sent, deps } = await open(shipped({ actions: ['report'] }));
    await hand.click(await screen.findByRole('button', { name: 'Something is wrong' }));
    const dialog = inDialog();
    await hand.type(dialog.getByLabelText('Description'), 'The handle is off.');
    await hand.click(dialog.getByRole('button', { name: 'Report problem' }));
    expect(dialog.getAllByText('Choose what is wrong.').length).toBeGreaterThan(0);
    await hand.selectOptions(dialog.getByLabelText('Problem'), 'It arrived damaged');
    deps.api.answer({
      'PUT /orders/:id/update': () => {
        throw problem(409, { message: 'A problem was already reported for this order.' });
      },
    });
    await hand.click(dialog.getByRole('button', { name: 'Report problem' }));
    expect(await dialog.findByText('A problem was already reported for this order.')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('adds photos that show it, which stay while something else is refused', async () => {
    const { hand, sent, deps } = await open(shipped({ actions: ['report'] }));
    await hand.click(await screen.findByRole('button', { name: 'Something is wrong' }));
    const dialog = inDialog();
    await hand.selectOptions(dialog.getByLabelText('Problem'), 'It arrived damaged');
    await hand.type(dialog.getByLabelText('Description'), 'The handle is off.');
    const pick = (...names: string[]) =>
      hand.upload(
        dialog.getByLabelText('Add photos (optional)'),
        names.map((name) => new File(['x'], name, { type: 'image/jpeg' })),
      );
    const press = () => hand.click(dialog.getByRole('button', { name: 'Report problem' }));
    await pick('broken.jpg');
    act(() => deps.api.uploads[0]!.progress(40));
    await press();
    expect(dialog.getAllByText('Wait until every photo has been uploaded.').length).toBeGreaterThan(0);
    act(() => deps.api.uploads[0]!.fail(problem(422, { message: 'This isn’t a picture.' })));
    expect(await dialog.findByText('This isn’t a picture.')).toBeTruthy();
    await press();
    expect(
      dialog.getAllByText('A photo couldn’t be uploaded. Try it again or remove it.').length,
    ).toBeGreaterThan(0);
    expect(sent).toEqual([]);
    await hand.click(dialog.getByRole('button', { name: /^Remove/ }));
    expect(dialog.queryByText(/A photo couldn’t be uploaded/)).toBeNull();
    await pick('one.jpg', 'two.jpg');
    await waitFor(() => expect(deps.api.uploads).toHaveLength(3));
    for (const at of [1, 2])
      act(() => deps.api.uploads[at]!.arrive(aFile({ _id: `f${at}`, type: 'message-photo' })));
    await waitFor(() => expect(dialog.getAllByRole('button', { name: /^Remove/ })).toHaveLength(2));
    const answer = deps.api.answer;
    answer({
      'PUT /orders/:id/update': () => {
        throw problem(422, {
          message: 'Check the form.',
          errors: [{ field: 'photos', message: 'A photo is already used in another place.' }],
        });
      },
    });
    await press();
    expect((await dialog.findAllByText('A photo is already used in another place.')).length).toBeGreaterThan(
      0,
    );
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('The handle is off.');
    expect(dialog.getAllByRole('button', { name: /^Remove/ })).toHaveLength(2);
    answer({ 'PUT /orders/:id/update': ({ body }) => (sent.push({ route: 'update', body }), shipped()) });
    await press();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.map(({ body }) => body)).toEqual([
      { action: 'report', problem: 'damaged', text: 'The handle is off.', photos: ['f1', 'f2'] },
    ]);
  });

  it.each(['buyer', 'seller'] as const)(
    'shows the photos to the %s beside the report, and in full size',
    async (role) => {
      const { hand } = await open(
        shipped({
          role,
          actions: [],
          problem: aProblem(),
          photos: [aFile({ _id: 'f1' }), aFile({ _id: 'f2' })],
          timeline: [
            { event: 'shipped', by: 'seller', note: '', tokens: null, at },
            { event: 'reported', by: 'buyer', note: 'The handle is off.', tokens: null, at },
          ],
        }),
      );
      const photos = within(await screen.findByRole('list', { name: 'Photos of the problem' }));
      await hand.click(photos.getByRole('button', { name: 'View photo 2 of 2' }));
      expect(await screen.findByRole('dialog', { name: 'Photo 2 of 2' })).toBeTruthy();
    },
  );

  it('sees whose turn it is, and says that it’s solved or passes it on', async () => {
    const order = shipped({
      actions: ['solve', 'escalate'],
      problem: aProblem({ state: 'answered' }),
      deadline: { at: '2026-11-30T10:00:00.000Z', effect: 'settle' },
    });
    const { hand, sent } = await open(order);
    expect(await screen.findByText('Problem: It hasn’t arrived')).toBeTruthy();
    expect(screen.getByText('Reply by then, or the problem is closed.')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Ask the site to decide' }));
    await hand.type(inDialog().getByLabelText('Why don’t you agree?'), 'I waited.');
    await hand.click(inDialog().getByRole('button', { name: 'Ask the site to decide' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await hand.click(screen.getByRole('button', { name: 'It’s solved' }));
    await hand.click(screen.getByRole('button', { name: 'Yes, it’s solved' }));
    await waitFor(() =>
      expect(sent.map(({ body }) => body)).toEqual([
        { action: 'escalate', text: 'I waited.' },
        { action: 'solve' },
      ]),
    );
  });

  it('reads that the site decides, and how it did', async () => {
    const first = await open(
      shipped({ actions: ['solve'], deadline: null, problem: aProblem({ state: 'escalated' }) }),
    );
    expect(await screen.findByText('The site is deciding about the problem.')).toBeTruthy();
    first.unmount();
    await open(
      shipped({
        state: 'delivered',
        actions: [],
        refundable: 350,
        problem: aProblem({ state: 'closed', outcome: 'partly-refunded' }),
      }),
    );
    expect(await screen.findByText('The site decided to refund part of the order.')).toBeTruthy();
    expect(screen.getByText('Refunded').closest('div')!.textContent).toContain('40 tokens ($2.00)');
  });
});

describe('the creator', () => {
  const asked = shipped({
    role: 'seller',
    actions: ['answer', 'resend', 'refund'],
    problem: aProblem(),
    deadline: { at: '2026-11-30T10:00:00.000Z', effect: 'escalate' },
  });

  it('answers, and sends it again with a new number', async () => {
    const { hand, sent } = await open(asked);
    expect(await screen.findByText('Answer by then, or the site decides.')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Answer' }));
    await hand.type(inDialog().getByLabelText('Answer'), 'Two more days.');
    await hand.click(inDialog().getByRole('button', { name: 'Send answer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await hand.click(screen.getByRole('button', { name: 'Send again' }));
    await hand.type(inDialog().getByLabelText('New tracking number'), '1Z9');
    await hand.click(inDialog().getByRole('button', { name: 'Mark as shipped again' }));
    await waitFor(() =>
      expect(sent.map(({ body }) => body)).toEqual([
        { action: 'answer', text: 'Two more days.' },
        { action: 'resend', carrier: 'DHL', tracking: '1Z9', text: '' },
      ]),
    );
  });

  it('refunds all of it or a part, never more, with one key however often it is pressed', async () => {
    const { hand, sent } = await open(asked);
    await hand.click(await screen.findByRole('button', { name: 'Refund' }));
    const tokens = inDialog().getByLabelText<HTMLInputElement>('Tokens');
    expect(tokens.value).toBe('390');
    expect(inDialog().getByRole('button', { name: 'Refund in full' })).toBeTruthy();
    await hand.clear(tokens);
    await hand.type(tokens, '391');
    await hand.type(inDialog().getByLabelText('Reason'), 'Sorry.');
    await hand.click(inDialog().getByRole('button', { name: 'Refund part' }));
    expect(inDialog().getAllByText('You can refund up to 390 tokens.').length).toBeGreaterThan(0);
    await hand.clear(tokens);
    await hand.type(tokens, '40');
    await hand.dblClick(inDialog().getByRole('button', { name: 'Refund part' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.map(({ body }) => body)).toEqual([{ tokens: 40, reason: 'Sorry.' }]);
    expect(sent[0]?.key).toBeTruthy();
  });

  it('sees in the list which orders have a problem', async () => {
    const row = anOrderRow({ state: 'shipped', problem: aProblem(), deadline: { at, effect: 'escalate' } });
    await draw(<SalesView />, {
      path: '/creator/orders',
      answers: {
        'GET /orders/search': () => ({ data: [row], total: 1, nextCursor: null }),
        'GET /performer/pinned-views': () => ({ data: [] }),
      },
    });
    expect(await screen.findByText('Problem')).toBeTruthy();
    expect(shortEffect(row, 'seller')).toBe('Answer');
  });
});

it('texts name who did what and how much', () => {
  const order = shipped({ role: 'seller' });
  const event = (changes: Partial<Order['timeline'][number]>) =>
    eventText({ event: 'reported', by: 'buyer', note: '', tokens: null, at, ...changes }, order);
  expect([
    event({}),
    event({ event: 'escalated', by: 'system' }),
    event({ event: 'partly-refunded', by: 'seller', tokens: 40 }),
    event({ event: 'decided', by: 'operator' }),
  ]).toEqual([
    'Problem reported by Nora',
    'Passed to the site automatically',
    '40 tokens refunded by you',
    'Problem closed without a refund by the site',
  ]);
  expect(effectText(shipped({ deadline: { at, effect: 'escalate' } }), 'buyer')).toBe(
    'Unless Tomas answers by then, the site decides.',
  );
});
