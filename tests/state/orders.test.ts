import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getOrder, updateOrder } from '#services/trade/orders.ts';
import { buyProduct, getProduct } from '#services/trade/products.ts';
import { live } from '#state/live/live-events.ts';
import { sendWrite } from '#state/query/ask.ts';
import { selectBalance } from '#state/session/user.ts';
import { aUser } from '../setup/factories/accounts.ts';
import { anOrder } from '../setup/factories/orders.ts';
import { aProduct } from '../setup/factories/products.ts';
import { problem } from './setup/fake-api.ts';
import { settle, startLoggedIn, startStore } from './setup/fake-deps.ts';
import { showRead } from './setup/shown.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const first = { params: { id: 'o1' } };
const count = (deps: { api: { routes: () => string[] } }, route: string) =>
  deps.api.routes().filter((each) => each === route).length;

it('an open order is fetched again when anyone, or the clock, has advanced it; not after a tip', async () => {
  const { store, dispatch, deps } = await startLoggedIn(aUser(), {
    answers: { 'GET /orders/:id': () => anOrder() },
  });
  showRead(store, getOrder, first);
  await settle();
  dispatch(live['notification/created']({ kind: 'tip', text: 'Ada tipped you.', href: null }));
  await settle();
  expect(count(deps, 'GET /orders/:id')).toBe(1);
  dispatch(live['order/changed']({ orderId: 'o1' }));
  await settle();
  expect(count(deps, 'GET /orders/:id')).toBe(2);
});

it("a rejected action shows the order's current state", async () => {
  const { store, deps } = await startLoggedIn(aUser(), {
    answers: {
      'GET /orders/:id': () => anOrder(),
      'PUT /orders/:id/update': () => {
        throw problem(409);
      },
    },
  });
  showRead(store, getOrder, first);
  await settle();
  void sendWrite(store, updateOrder, { ...first, body: { action: 'accept' } });
  await settle();
  expect(count(deps, 'GET /orders/:id')).toBe(2);
});

it('buying updates the balance at once and fetches the product again, even if it was rejected', async () => {
  let refused = false;
  const { store, state, deps } = await startLoggedIn(aUser({ balance: 1_000 }), {
    answers: {
      'GET /performer-assets/products/:id': () => aProduct(),
      'POST /wallet/charges/product/:id': () => {
        if (refused) throw problem(409, { message: 'This product is sold out.' });
        return {
          _id: 't',
          kind: 'product',
          itemId: 'pr1',
          tokens: 230,
          balance: 770,
          createdAt: '2026-11-20T10:00:00.000Z',
          order: { _id: 'o1', number: 'K7Q3F-92XMA' },
        };
      },
    },
  });
  showRead(store, getProduct, { params: { id: 'pr1' } });
  await settle();
  void sendWrite(store, buyProduct, {
    params: { id: 'pr1' },
    key: 'k',
    body: { quantity: 1, addressId: 'a1', expectedPrice: 230 },
  });
  await settle();
  expect([selectBalance(state() as never), count(deps, 'GET /performer-assets/products/:id')]).toEqual([
    770, 2,
  ]);
  refused = true;
  void sendWrite(store, buyProduct, {
    params: { id: 'pr1' },
    key: 'k2',
    body: { quantity: 1, addressId: 'a1', expectedPrice: 230 },
  });
  await settle();
  expect(count(deps, 'GET /performer-assets/products/:id')).toBe(3);
});

it("an action shows the server's result before anything is fetched again", async () => {
  let answer = (): unknown => anOrder();
  const { store } = await startLoggedIn(aUser(), {
    answers: {
      'GET /orders/:id': () => answer() as never,
      'PUT /orders/:id/update': () => anOrder({ state: 'accepted', actions: [] }),
    },
  });
  const shown = showRead(store, getOrder, first);
  await settle();
  answer = () => new Promise(() => {});
  void sendWrite(store, updateOrder, { ...first, body: { action: 'accept' } });
  await settle();
  expect(shown()).toMatchObject({ state: 'accepted', actions: [] });
});

it('what the other side did before this page was connected is fetched once it is', async () => {
  let order = anOrder();
  const { store, socket } = await startStore({
    token: 'tok-1',
    preloaded: { user: aUser() },
    answers: { 'GET /orders/:id': () => order },
  });
  const shown = showRead(store, getOrder, first);
  await settle();
  // A change without an event, because nothing was listening yet.
  order = anOrder({ state: 'shipped', actions: ['confirm'] });
  socket().fire('connect');
  await settle();
  expect(shown()?.state).toBe('shipped');
});
