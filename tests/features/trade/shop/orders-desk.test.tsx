import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { SalesView } from '#features/trade/shop/orders/orders-view.tsx';
import { OwnOrderView, SaleView } from '#features/trade/shop/orders/order-view.tsx';
import { PackingSlipView } from '#features/trade/shop/orders/packing-slip.tsx';
import { toast } from '#ui/overlays/toast.ts';
import type { Order, OrderRow } from '#contract/trade/orders.ts';
import { type Replies, problem } from '../../../state/setup/fake-api.ts';
import { draw } from '../../../components/setup/draw.tsx';
import { anOrder, anOrderRow } from '../../../setup/factories/orders.ts';

const open = (rows: OrderRow[], answers: Partial<Replies> = {}, path = '/creator/orders') =>
  draw(<SalesView />, {
    path,
    answers: {
      'GET /orders/search': () => ({ data: rows, total: rows.length, nextCursor: null }),
      'GET /performer/pinned-views': () => ({ data: [] }),
      ...answers,
    },
  });

describe('several orders', () => {
  it('are accepted at once; one that was canceled meanwhile doesn’t stop the others', async () => {
    const accepted: string[] = [];
    const [said, refused] = [vi.spyOn(toast, 'success'), vi.spyOn(toast, 'error')];
    const { hand } = await open(
      [
        anOrderRow({ _id: 'o1', number: 'AAAAA-1', actions: ['accept', 'deny'] }),
        anOrderRow({ _id: 'o2', number: 'BBBBB-2', actions: ['accept', 'deny'] }),
        anOrderRow({ _id: 'o3', number: 'CCCCC-3', state: 'shipped', actions: [] }),
      ],
      {
        'PUT /orders/:id/update': ({ params: { id } }: { params: { id: string } }) => {
          if (id === 'o1') throw problem(409, { message: 'It was canceled.' });
          accepted.push(id);
          return anOrder({ _id: id, state: 'accepted' });
        },
      },
    );
    await hand.click(await screen.findByRole('checkbox', { name: 'Select “AAAAA-1”' }));
    const bar = within(screen.getByRole('region', { name: 'Selected orders' }));
    await hand.click(bar.getByRole('button', { name: 'Select all' }));
    expect(bar.getByRole('status').textContent).toBe('3 orders selected');
    await hand.click(bar.getByRole('button', { name: 'Accept 2' }));
    await waitFor(() => expect(accepted).toEqual(['o2']));
    await waitFor(() => expect(said.mock.calls).toEqual([['1 order accepted']]));
    expect(refused.mock.calls).toEqual([['AAAAA-1: It was canceled.']]);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected orders' })).toBeNull());
  });

  it('are downloaded with the status of the list and the days chosen, every page, without formulas', async () => {
    const saved: Blob[] = [];
    URL.createObjectURL = (blob) => (saved.push(blob as Blob), 'blob:x');
    URL.revokeObjectURL = () => {};
    const asked: Record<string, unknown>[] = [];
    const row = anOrderRow({ state: 'shipped', actions: [], createdAt: '2026-11-20T10:00:00.000Z' });
    const { hand } = await open(
      [row],
      {
        'GET /orders/search': ({ query = {} }) => {
          asked.push(query);
          return query.cursor === undefined && query.from !== undefined
            ? { data: [row], total: 2, nextCursor: 'next' }
            : { data: [{ ...row, _id: 'o2', title: '=1+1' }], total: 2, nextCursor: null };
        },
      },
      '/creator/orders?state=shipped',
    );
    await hand.click(await screen.findByRole('button', { name: 'Download as CSV' }));
    const dialog = within(screen.getByRole('dialog'));
    await hand.click(dialog.getByRole('button', { name: '7 days' }));
    await hand.click(dialog.getByRole('button', { name: 'Download as CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const lines = (await saved[0]!.text()).trimEnd().split('\r\n').slice(1);
    expect(lines).toEqual([
      'K7Q3F-92XMA,2026-11-20T10:00:00.000Z,Shipped,Breakfast mug,2,390,Nora,,o1',
      "K7Q3F-92XMA,2026-11-20T10:00:00.000Z,Shipped,'=1+1,2,390,Nora,,o2",
    ]);
    const [, first, second] = asked;
    expect(first).toMatchObject({ state: 'shipped', limit: 100 });
    expect(Date.parse(String(first!['to'])) - Date.parse(String(first!['from']))).toBe(7 * 86_400_000);
    expect(second).toMatchObject({ cursor: 'next', from: first!['from'] });
  });
});

describe('the packing slip', () => {
  const slip = (order: Order) =>
    draw(<PackingSlipView />, {
      path: '/creator/orders/o1/slip?id=o1',
      answers: { 'GET /orders/:id': () => order },
    });

  it('says where the parcel goes and what is in it, without prices, and prints', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { hand } = await slip(anOrder({ role: 'seller', state: 'accepted' }));
    const paper = await screen.findByRole('article', { name: 'Packing slip K7Q3F-92XMA' });
    expect(paper.textContent).toContain('14 Albion Terrace');
    expect(
      within(paper)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['Breakfast mug', '2']);
    expect(paper.textContent).not.toMatch(/token|\$/);
    await hand.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });

  it('is only for a seller with an address to ship to', async () => {
    const first = await slip(anOrder({ role: 'seller', address: null }));
    expect(await screen.findByText('No packing slip')).toBeTruthy();
    first.unmount();
    const second = await slip(anOrder({ role: 'buyer' }));
    expect(await screen.findByText('No packing slip')).toBeTruthy();
    second.unmount();
    const answers = { 'GET /orders/:id': () => anOrder({ role: 'seller', state: 'accepted' }) };
    const third = await draw(<SaleView />, { path: '/creator/orders/o1?id=o1', answers });
    expect((await screen.findByRole('link', { name: 'Packing slip' })).getAttribute('href')).toBe(
      '/creator/orders/o1/slip',
    );
    third.unmount();
    await draw(<OwnOrderView />, {
      path: '/user/orders/o1?id=o1',
      answers: { 'GET /orders/:id': () => anOrder() },
    });
    await screen.findByText('Order K7Q3F-92XMA');
    expect(screen.queryByRole('link', { name: 'Packing slip' })).toBeNull();
  });
});
