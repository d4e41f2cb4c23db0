import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import type { FunctionComponent, PropsWithChildren } from 'react';
import { Provider } from 'react-redux';
import { expect, it } from 'vitest';
import type { OwnReferralCode, ReferralRow } from '#contract/money/referrals.ts';
import { getReferralCode, listReferrals } from '#services/money/referrals.ts';
import { searchPerformers } from '#services/people/creators.ts';
import { live } from '#state/live/live-events.ts';
import { useBeginWhenIdle } from '#state/query/use-live.ts';
import { useSeeded, useSeededList } from '#state/query/use-seeded.ts';
import { loggedOut } from '#state/session/auth.ts';
import { makeStore } from '#state/store.ts';
import type { AppStore } from '#state/store.ts';
import { makeFakeDeps } from './setup/make-fake-deps.ts';
import { problem } from './setup/fake-api.ts';
import type { Replies } from './setup/fake-api.ts';
import { aRow } from '../setup/factories/creators.ts';
import { aUser } from '../setup/factories/accounts.ts';

const Page = Provider as unknown as FunctionComponent<PropsWithChildren<{ store: AppStore }>>;
const within = (store: AppStore) => ({
  wrapper: ({ children }: PropsWithChildren) => createElement(Page, { store }, children),
});
const code = (invitation: string) => ({ code: invitation }) as unknown as OwnReferralCode;
const row = (id: string) => ({ _id: id }) as unknown as ReferralRow;
const page = (ids: string[], nextCursor: string | null) => ({ data: ids.map(row), total: 3, nextCursor });
/** The list in pages of two. */
const rows: Replies = {
  'GET /referrals/user/search': ({ query }) =>
    query?.cursor === 'b' ? page(['c'], null) : page(['a', 'b'], 'b'),
};
const idsIn = (pages: readonly { readonly data: readonly ReferralRow[] }[] | undefined) =>
  pages?.flatMap(({ data }) => data.map(({ _id }) => _id));

const storeWith = (answers: Replies, loggedIn = false) => {
  const deps = makeFakeDeps(answers);
  return { deps, store: makeStore(deps, loggedIn ? { user: aUser() } : {}) };
};

it('shows what the server sent and asks nothing for somebody who reads', () => {
  const { deps, store } = storeWith({});
  const { result } = renderHook(() => useSeeded(getReferralCode, {}, code('sent')), within(store));
  expect(result.current.currentData).toEqual(code('sent'));
  window.dispatchEvent(new Event('pointerdown'));
  expect(result.current.isFetching).toBe(false);
  expect(deps.api.calls).toEqual([]);
});

it('asks when the access changes, and keeps what was sent until the answer is there', async () => {
  const answer = Promise.withResolvers<OwnReferralCode>();
  const { store } = storeWith({ 'GET /referrals/user/code': () => answer.promise }, true);
  const { result } = renderHook(() => useSeeded(getReferralCode, {}, code('sent')), within(store));
  act(() => void store.dispatch(live['access/changed']({ performerId: 'lena' })));
  await waitFor(() => expect(result.current.isFetching).toBe(true));
  expect(result.current.currentData).toEqual(code('sent'));
  await act(async () => answer.resolve(code('asked')));
  await waitFor(() => expect(result.current.currentData).toEqual(code('asked')));
});

it('asks at once if the server sent nothing, and tells why there is no answer', async () => {
  let isDown = true;
  const { store } = storeWith({
    'GET /referrals/user/code': () => {
      if (isDown) throw problem(503, { code: 'unavailable', message: 'Try again later.' });
      return code('asked');
    },
  });
  const { result } = renderHook(() => useSeeded(getReferralCode, {}, undefined), within(store));
  expect(result.current).toMatchObject({ currentData: undefined, isFetching: true });
  await waitFor(() => expect(result.current.error).toMatchObject({ message: 'Try again later.' }));
  isDown = false;
  act(() => void result.current.refetch());
  await waitFor(() => expect(result.current.currentData).toEqual(code('asked')));
});

it('what is gone stays gone when asking again fails, until it is there again', async () => {
  let answer = (): OwnReferralCode => code('asked');
  const { store } = storeWith({ 'GET /referrals/user/code': () => answer() });
  const { result } = renderHook(() => useSeeded(getReferralCode, {}, undefined), within(store));
  await waitFor(() => expect(result.current.currentData).toEqual(code('asked')));
  const seen: unknown[] = [];
  const askAgain = async () => {
    await act(async () => void result.current.refetch());
    await waitFor(() => expect(result.current.isFetching).toBe(false));
    seen.push(result.current.error && (result.current.error as { code: string }).code);
  };
  for (const [status, name] of [
    [404, 'not_found'],
    [503, 'unavailable'],
  ] as const) {
    answer = () => {
      throw problem(status, { code: name, message: name });
    };
    await askAgain();
  }
  answer = () => code('again');
  await askAgain();
  expect(seen).toEqual(['not_found', 'not_found', undefined]);
  expect(result.current.currentData).toEqual(code('again'));
});

it('asks again for whoever is logged in now, and stays up to date', async () => {
  let asked = 0;
  const { store } = storeWith({ 'GET /referrals/user/code': () => code(`answer ${++asked}`) }, true);
  const { result } = renderHook(() => useSeeded(getReferralCode, {}, undefined), within(store));
  await waitFor(() => expect(result.current.currentData).toEqual(code('answer 1')));
  await act(async () => void store.dispatch(loggedOut()));
  await waitFor(() => expect(result.current.currentData).toEqual(code('answer 2')));
  const { api } = await import('#state/query/api.ts');
  await act(async () => void store.dispatch(api.util.invalidateTags(['Referrals'])));
  await waitFor(() => expect(result.current.currentData).toEqual(code('answer 3')));
});

it('asks nothing without an input', async () => {
  const { deps, store } = storeWith({});
  renderHook(() => useSeeded(getReferralCode, null, undefined), within(store));
  await act(async () => {});
  expect(deps.api.calls).toEqual([]);
});

it('shows another question’s answer only once it is known', async () => {
  const { store } = storeWith({
    'GET /referrals/user/search': ({ query }) => page([query?.q ?? ''], null),
  });
  const { result, rerender } = renderHook(
    ({ q }) => useSeededList(listReferrals, { query: { q } }, undefined),
    { ...within(store), initialProps: { q: 'mia' } },
  );
  await waitFor(() => expect(idsIn(result.current.currentData?.pages)).toEqual(['mia']));
  rerender({ q: 'noa' });
  expect(result.current.currentData).toBeUndefined();
  await waitFor(() => expect(idsIn(result.current.currentData?.pages)).toEqual(['noa']));
});

it('continues a list that the server began', async () => {
  const { deps, store } = storeWith(rows);
  const { result } = renderHook(() => useSeededList(listReferrals, {}, page(['a', 'b'], 'b')), within(store));
  expect(idsIn(result.current.currentData?.pages)).toEqual(['a', 'b']);
  expect(result.current.hasNextPage).toBe(true);
  expect(deps.api.calls).toEqual([]);
  act(() => void result.current.fetchNextPage());
  await waitFor(() => expect(idsIn(result.current.currentData?.pages)).toEqual(['a', 'b', 'c']));
  expect(result.current.hasNextPage).toBe(false);
});

it('tells why a list that the server began can’t go on, and goes on by another try', async () => {
  let isDown = true;
  const { store } = storeWith({
    'GET /referrals/user/search': (input) => {
      if (isDown) throw problem(503, { code: 'unavailable', message: 'Try again later.' });
      return rows['GET /referrals/user/search']!(input);
    },
  });
  const { result } = renderHook(() => useSeededList(listReferrals, {}, page(['a', 'b'], 'b')), within(store));
  act(() => void result.current.fetchNextPage());
  await waitFor(() =>
    expect(result.current).toMatchObject({
      error: { message: 'Try again later.' },
      isFetching: false,
      isFetchingNextPage: false,
    }),
  );
  expect(idsIn(result.current.currentData?.pages)).toEqual(['a', 'b']);
  isDown = false;
  act(() => void result.current.fetchNextPage());
  await waitFor(() => expect(idsIn(result.current.currentData?.pages)).toEqual(['a', 'b', 'c']));
});

it('tells whether a list that goes by numbers of rows continues', () => {
  const { store } = storeWith({});
  const { result, rerender } = renderHook(
    ({ total }) => useSeededList(searchPerformers, {}, { data: [aRow()], total }),
    { ...within(store), initialProps: { total: 1 } },
  );
  expect(result.current.hasNextPage).toBe(false);
  rerender({ total: 2 });
  expect(result.current.hasNextPage).toBe(true);
});

it('begins when the page is idle, where it is told to, without the look of loading more', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof page>>();
  const { deps, store } = storeWith({ 'GET /referrals/user/search': () => answer.promise });
  const sent = page(['a', 'b'], 'b');
  const { result } = renderHook(() => {
    const list = useSeededList(listReferrals, {}, sent);
    useBeginWhenIdle(list.begin);
    return list;
  }, within(store));
  expect(deps.api.calls).toEqual([]);
  await waitFor(() => expect(deps.api.calls).toHaveLength(1), { timeout: 4_000 });
  expect(result.current).toMatchObject({ isFetching: true, isFetchingNextPage: false });
  await act(async () => answer.resolve(page(['n', 'a'], 'a')));
  await waitFor(() => expect(idsIn(result.current.currentData?.pages)).toEqual(['n', 'a']));
});

it('ends with the component: no answer is kept up to date for nobody', async () => {
  let asked = 0;
  const { store } = storeWith({ 'GET /referrals/user/code': () => code(`answer ${++asked}`) });
  const { result, unmount } = renderHook(() => useSeeded(getReferralCode, {}, undefined), within(store));
  await waitFor(() => expect(result.current.currentData).toEqual(code('answer 1')));
  const { api } = await import('#state/query/api.ts');
  const outdate = () => act(async () => void store.dispatch(api.util.invalidateTags(['Referrals'])));
  await outdate();
  await waitFor(() => expect(asked).toBe(2));
  unmount();
  await outdate();
  expect(asked).toBe(2);
});
