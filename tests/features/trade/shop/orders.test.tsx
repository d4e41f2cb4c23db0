import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { effectText, eventText } from '#features/trade/shop/orders/order-labels.tsx';
import { OwnOrderView, SaleView } from '#features/trade/shop/orders/order-view.tsx';
import { OrdersView, SalesView } from '#features/trade/shop/orders/orders-view.tsx';
import type { Order } from '#contract/trade/orders.ts';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { anAddress, anOrder, anOrderRow } from '../../../setup/factories/orders.ts';
import { someCountries } from '../../../setup/factories/site.ts';

const one = 'GET /orders/:id';
const move = 'PUT /orders/:id/update';
const list =
  (...data: ReturnType<typeof anOrderRow>[]) =>
  () => ({ data, total: data.length, nextCursor: null });
const bodyOf = (calls: readonly (readonly [string, unknown])[], route: string) =>
  (calls.filter(([name]) => name === route).at(-1)?.[1] as { body?: unknown } | undefined)?.body;

describe('order texts', () => {
  it('tell each side what happens automatically', () => {
    const paid = anOrder();
    expect(effectText(paid, 'buyer')).toBe(
      'Unless Tomas accepts it by then, the order is canceled and you get your tokens back.',
    );
    expect(effectText(paid, 'seller')).toBe(
      'Accept it by then, or the order is canceled and Nora gets the tokens back.',
    );
    expect(effectText(anOrder({ state: 'accepted' }), 'seller')).toBe(
      'Ship it by then, or the order is canceled and Nora gets the tokens back.',
    );
    expect(effectText(anOrder({ deadline: null }), 'buyer')).toBeNull();
  });

  it('say who did what', () => {
    const at = '2026-11-20T10:00:00.000Z';
    const words = (
      event: Order['timeline'][number]['event'],
      by: Order['timeline'][number]['by'],
      role: Order['role'] = 'buyer',
    ) => eventText({ event, by, note: '', tokens: null, at }, anOrder({ role }));
    expect([
      words('paid', 'buyer'),
      words('paid', 'buyer', 'seller'),
      words('accepted', 'seller'),
      words('expired', 'system'),
      words('refunded', 'system'),
      words('refunded', 'operator'),
    ]).toEqual([
      'Ordered and paid by you',
      'Ordered and paid by Nora',
      'Accepted by Tomas',
      'Expired automatically',
      'Tokens refunded',
      'Tokens refunded by the site',
    ]);
  });
});

describe('the lists', () => {
  it('of a buyer: each with state, next step, and price with its money value', async () => {
    await draw(<OrdersView />, {
      path: '/user/orders',
      answers: {
        'GET /orders/users/search': list(
          anOrderRow(),
          anOrderRow({
            _id: 'o2',
            title: 'Seven glazes',
            quantity: 1,
            state: 'delivered',
            deadline: null,
            actions: [],
            type: 'digital',
          }),
        ),
      },
    });
    const link = await screen.findByRole('link', { name: /2 × Breakfast mug/ });
    expect(link.getAttribute('href')).toBe('/user/orders/o1');
    const row = within(link.closest('tr')!);
    expect([
      row.getByText('Waiting for the creator'),
      row.getByText('Accept or refund'),
      row.getByText('390 tokens'),
    ]).toHaveLength(3);
    expect(row.getByText('($19.50)')).toBeTruthy();
  });

  it('keep the state in the URL', async () => {
    const { hand, deps, went } = await draw(<SalesView />, {
      path: '/creator/orders',
      user: { isPerformer: true },
      answers: { 'GET /orders/search': list(anOrderRow()) },
    });
    await hand.click(await screen.findByRole('button', { name: 'To ship' }));
    expect(went.at(-1)).toBe('/creator/orders?state=accepted');
    await waitFor(() =>
      expect(deps.api.calls.at(-1)).toMatchObject(['GET /orders/search', { query: { state: 'accepted' } }]),
    );
    expect((await screen.findByRole('link', { name: /Breakfast mug/ })).getAttribute('href')).toBe(
      '/creator/orders/o1',
    );
  });

  it('say why they are empty and what to do', async () => {
    await draw(<OrdersView />, { path: '/user/orders', answers: { 'GET /orders/users/search': list() } });
    expect(await screen.findByText('No orders yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Find creators' })).toBeTruthy();
  });
});

describe('a sold order', () => {
  const start = (order: Order, more: Replies = {}) =>
    draw(<SaleView />, {
      path: '/creator/orders/o1?id=o1',
      user: { isPerformer: true },
      answers: { [one]: () => order, ...more },
    });
  const sale = (changes: Partial<Order> = {}) =>
    anOrder({ role: 'seller', canChangeAddress: false, actions: ['accept', 'deny'], ...changes });

  it('is accepted with one press, and shows the next step', async () => {
    let order = sale();
    const { hand, deps } = await start(order, {
      [one]: () => order,
      [move]: () => (order = sale({ state: 'accepted', actions: ['ship', 'deny'] })),
    });
    await hand.click(await screen.findByRole('button', { name: 'Accept order' }));
    expect(bodyOf(deps.api.calls, move)).toEqual({ action: 'accept' });
    expect(await screen.findByRole('button', { name: 'Mark as shipped' })).toBeTruthy();
    expect(screen.getByText(/Ship it by then/)).toBeTruthy();
  });

  it('is shipped with carrier and tracking number, both required', async () => {
    const { hand, deps } = await start(sale({ state: 'accepted', actions: ['ship', 'deny'] }), {
      [move]: () => sale({ state: 'shipped', actions: [], carrier: 'DHL', tracking: 'JD01' }),
    });
    await hand.click(await screen.findByRole('button', { name: 'Mark as shipped' }));
    const dialog = within(screen.getByRole('dialog'));
    await hand.click(dialog.getByRole('button', { name: 'Mark as shipped' }));
    expect(dialog.getByText('Enter a tracking number.')).toBeTruthy();
    expect(deps.api.routes()).not.toContain(move);
    await hand.type(dialog.getByLabelText('Carrier'), ' DHL ');
    await hand.type(dialog.getByLabelText('Tracking number'), 'JD01');
    await hand.click(dialog.getByRole('button', { name: 'Mark as shipped' }));
    await waitFor(() =>
      expect(bodyOf(deps.api.calls, move)).toEqual({ action: 'ship', carrier: 'DHL', tracking: 'JD01' }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it("is denied only with a reason; the server's message stays readable", async () => {
    const { hand, deps } = await start(sale(), {
      [move]: () => {
        throw problem(409, {
          code: 'conflict',
          message: 'This order has expired and is being refunded.',
        });
      },
    });
    await hand.click(await screen.findByRole('button', { name: 'Deny' }));
    const dialog = within(screen.getByRole('dialog'));
    await hand.click(dialog.getByRole('button', { name: /^Deny/ }));
    expect(dialog.getByText('Enter a reason for the buyer.')).toBeTruthy();
    await hand.type(dialog.getByLabelText('Reason'), 'It broke');
    await hand.click(dialog.getByRole('button', { name: /^Deny/ }));
    expect(await dialog.findByText('This order has expired and is being refunded.')).toBeTruthy();
    expect(bodyOf(deps.api.calls, move)).toEqual({ action: 'deny', reason: 'It broke' });
  });

  it('that somebody else advanced meanwhile says so and shows its current state', async () => {
    let order = sale();
    const { hand } = await start(order, {
      [one]: () => order,
      [move]: () => {
        order = sale({ state: 'refunded', actions: [], deadline: null });
        throw problem(409, { message: 'You can’t do that with this order anymore. It was refunded.' });
      },
    });
    await hand.click(await screen.findByRole('button', { name: 'Accept order' }));
    expect(await screen.findByText('The tokens were returned to the buyer.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept order' })).toBeNull();
  });
});

describe('a purchase', () => {
  const start = (order: Order, more: Replies = {}) =>
    draw(<OwnOrderView />, { path: '/user/orders/o1?id=o1', answers: { [one]: () => order, ...more } });

  it('is canceled after confirmation', async () => {
    const { hand, deps } = await start(anOrder(), {
      [move]: () => anOrder({ state: 'refunded', actions: [], deadline: null }),
    });
    await hand.click(await screen.findByRole('button', { name: 'Cancel order' }));
    expect(deps.api.routes()).not.toContain(move);
    await hand.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel order' }));
    await waitFor(() => expect(bodyOf(deps.api.calls, move)).toEqual({ action: 'cancel' }));
  });

  it("won in an auction asks for an address; until then it can't be shipped", async () => {
    const route = 'PUT /orders/:id/update/delivery-address';
    const { hand, deps } = await start(
      anOrder({ source: 'auction', productId: null, auctionId: 'au1', address: null, actions: [] }),
      {
        [route]: () => anOrder(),
        'GET /addresses/search': () => ({
          data: [anAddress(), anAddress({ _id: 'a2', name: 'At work', isDefault: false })],
          total: 2,
        }),
        'GET /countries/list': someCountries,
      },
    );
    expect(await screen.findByText('Add an address so the creator can ship it.')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Add address' }));
    const dialog = within(screen.getByRole('dialog'));
    await hand.click(await dialog.findByRole('radio', { name: /At work/ }));
    await hand.click(dialog.getByRole('button', { name: 'Use this address' }));
    await waitFor(() => expect(bodyOf(deps.api.calls, route)).toEqual({ addressId: 'a2' }));
  });

  it("can't be sent to a country that its creator doesn't ship to", async () => {
    const { hand } = await start(anOrder({ shippingCountries: ['GB'] }), {
      'GET /addresses/search': () => ({
        data: [
          anAddress({ country: 'FR', name: 'In Lyon' }),
          anAddress({ _id: 'a2', name: 'At work', isDefault: false }),
        ],
        total: 2,
      }),
      'GET /countries/list': someCountries,
    });
    await hand.click(await screen.findByRole('button', { name: 'Change address' }));
    const dialog = within(screen.getByRole('dialog'));
    expect((await dialog.findByRole<HTMLInputElement>('radio', { name: /In Lyon/ })).disabled).toBe(true);
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /At work/ }).checked).toBe(true);
  });

  it('shows the tracking number, the total and the timeline', async () => {
    await start(
      anOrder({
        state: 'shipped',
        carrier: 'DHL',
        tracking: 'JD0143',
        actions: ['confirm'],
        timeline: [
          { event: 'paid', by: 'buyer', note: '', tokens: null, at: '2026-11-20T10:00:00.000Z' },
          {
            event: 'shipped',
            by: 'seller',
            note: 'DHL, JD0143',
            tokens: null,
            at: '2026-11-21T10:00:00.000Z',
          },
        ],
      }),
    );
    expect((await screen.findByRole('link', { name: /JD0143/ })).getAttribute('href')).toBe(
      'https://www.dhl.com/global-en/home/tracking.html?tracking-id=JD0143',
    );
    expect(screen.getByText('Total').closest('div')!.textContent).toContain('390 tokens ($19.50)');
    expect(
      within(screen.getByRole('region', { name: 'Timeline' }))
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      expect.stringMatching(/^Ordered and paid by you/),
      expect.stringMatching(/^Shipped by Tomas.*DHL, JD0143$/),
    ]);
    expect(screen.getByRole('button', { name: 'Mark as delivered' })).toBeTruthy();
  });

  it('shows the number of a carrier without a known page as plain text', async () => {
    await start(anOrder({ state: 'shipped', carrier: 'Bike courier', tracking: 'JD0143', actions: [] }));
    expect(await screen.findByText('JD0143')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /JD0143/ })).toBeNull();
  });

  it("of somebody else doesn't exist; one that fails to load can be retried", async () => {
    const first = await start(anOrder(), {
      [one]: () => {
        throw problem(404, { code: 'not_found' });
      },
    });
    expect(await screen.findByText('Order not found')).toBeTruthy();
    first.unmount();
    const { hand, deps } = await start(anOrder(), {
      [one]: () => {
        throw problem(500, { message: 'Out of order' });
      },
    });
    await screen.findByText('Out of order');
    deps.api.answer({ [one]: () => anOrder() });
    await hand.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Order K7Q3F-92XMA')).toBeTruthy();
  });
});
