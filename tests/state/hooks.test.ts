import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import type { FunctionComponent, PropsWithChildren } from 'react';
import { Provider } from 'react-redux';
import { expect, it } from 'vitest';
import type { Post } from '#contract/content/posts/posts.ts';
import { listPosts } from '#services/content/posts/posts.ts';
import { useApi, useAppDispatch, useAppSelector } from '#state/hooks.ts';
import { live } from '#state/live/live-events.ts';
import { makeStore } from '#state/store.ts';
import type { AppStore } from '#state/store.ts';
import { selectBalance } from '#state/session/user.ts';
import { makeFakeDeps } from './setup/make-fake-deps.ts';
import { aUser } from '../setup/factories/accounts.ts';
import { aCard } from '../setup/factories/creators.ts';

const Page = Provider as unknown as FunctionComponent<PropsWithChildren<{ store: AppStore }>>;
const within = (store: AppStore) => ({
  wrapper: ({ children }: PropsWithChildren) => createElement(Page, { store }, children),
});
const aPost = (id: string) => ({ _id: id, performer: aCard({ _id: 'lena' }) }) as Post;

it('read, dispatch and provide the API', () => {
  const deps = makeFakeDeps({});
  const store = makeStore(deps, { user: aUser({ balance: 5 }) });
  const { result } = renderHook(
    () => ({ balance: useAppSelector(selectBalance), dispatch: useAppDispatch(), api: useApi() }),
    within(store),
  );
  expect([result.current.balance, result.current.api]).toEqual([5, deps.api]);
  act(() => void result.current.dispatch(live['balance/updated']({ added: 5, balance: 10 })));
  expect(result.current.balance).toBe(10);
});

it('queries that load after the store are available to the component that uses them, and receive changes', async () => {
  let asked = 0;
  const deps = makeFakeDeps({
    'GET /user/feeds': () => ({ data: [aPost(`f${++asked}`)], total: 1, nextCursor: null }),
  });
  const store = makeStore(deps, { user: aUser() });
  const { useList } = await import('#state/query/hooks.ts');
  const { uniqueItems } = await import('#state/query/pages.ts');
  const { result } = renderHook(
    () => uniqueItems(useList(listPosts).data).map((post) => post._id),
    within(store),
  );
  expect(result.current).toEqual([]);
  await waitFor(() => expect(result.current).toEqual(['f1']));
  act(() => void store.dispatch(live['access/changed']({ performerId: 'lena' })));
  await waitFor(() => expect(result.current).toEqual(['f2']));
});

it('server-rendered data can replace the first reply', async () => {
  const deps = makeFakeDeps({});
  const store = makeStore(deps);
  const { useList } = await import('#state/query/hooks.ts');
  const { api } = await import('#state/query/api.ts');
  const { inject } = await import('#state/query/inject.ts');
  const { uniqueItems } = await import('#state/query/pages.ts');
  const first = { pages: [{ data: [aPost('seen')], total: 1, nextCursor: null }], pageParams: [null] };
  inject(listPosts);
  const entry = { endpointName: listPosts.route, arg: {}, value: first };
  store.dispatch(api.util.upsertQueryEntries([entry as never]));
  const { result } = renderHook(
    () => uniqueItems(useList(listPosts).data).map((post) => post._id),
    within(store),
  );
  expect(result.current).toEqual(['seen']);
  expect(deps.api.calls).toEqual([]);
});
