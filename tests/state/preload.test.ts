import { renderHook, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import type { FunctionComponent, PropsWithChildren } from 'react';
import { Provider } from 'react-redux';
import { expect, it } from 'vitest';
import type { ReferralRow } from '#contract/money/referrals.ts';
import { listQuestion, question } from '#services/http/endpoints.ts';
import { getReferralCode, listReferrals } from '#services/money/referrals.ts';
import { useList, useRead } from '#state/query/hooks.ts';
import { preload } from '#state/query/preload.ts';
import { makeStore } from '#state/store.ts';
import type { AppStore } from '#state/store.ts';
import { aUser } from '../setup/factories/accounts.ts';
import { makeFakeDeps } from './setup/make-fake-deps.ts';
import { problem } from './setup/fake-api.ts';
import type { Replies } from './setup/fake-api.ts';

const Page = Provider as unknown as FunctionComponent<PropsWithChildren<{ store: AppStore }>>;
const within = (store: AppStore) => ({
  wrapper: ({ children }: PropsWithChildren) => createElement(Page, { store }, children),
});
const row = (id: string) => ({ _id: id }) as unknown as ReferralRow;
const rows: Replies = {
  'GET /referrals/user/search': ({ query }) =>
    query?.cursor === 'b'
      ? { data: [row('c')], total: 3, nextCursor: null }
      : { data: [row('a'), row('b')], total: 3, nextCursor: 'b' },
};
const questions = [listQuestion(listReferrals, {}), question(getReferralCode, {})];

/** What the server sends after it has asked the questions. */
async function sent(answers: Replies) {
  const server = makeStore(makeFakeDeps(answers), { user: aUser() });
  const release = await preload(server, questions);
  const { api } = server.getState() as unknown as { api: object };
  release();
  expect(JSON.stringify(server.getState()), 'the server keeps no answer').not.toContain('/referrals/user');
  return JSON.parse(JSON.stringify({ api })) as Record<string, unknown>;
}

it("a page has the server's answers at once, asks nothing, and goes on where they end", async () => {
  const slices = await sent({ ...rows, 'GET /referrals/user/code': () => ({ code: 'LENA' }) as never });
  const deps = makeFakeDeps(rows);
  const store = makeStore(deps, { user: aUser(), slices });
  const { result } = renderHook(
    () => ({ list: useList(listReferrals), code: useRead(getReferralCode) }),
    within(store),
  );
  const ids = () => result.current.list.currentData?.pages.flatMap(({ data }) => data.map(({ _id }) => _id));
  expect([ids(), result.current.code.currentData]).toEqual([['a', 'b'], { code: 'LENA' }]);
  await new Promise((settled) => setTimeout(settled, 20));
  expect(deps.api.calls).toEqual([]);
  void result.current.list.fetchNextPage();
  await waitFor(() => expect(ids()).toEqual(['a', 'b', 'c']));
});

it('asks again what the server got no answer to', async () => {
  const slices = await sent({
    ...rows,
    'GET /referrals/user/code': () => {
      throw problem(503, { code: 'unavailable', message: 'Try again later.' });
    },
  });
  const deps = makeFakeDeps({ 'GET /referrals/user/code': () => ({ code: 'LENA' }) as never });
  const { result } = renderHook(
    () => useRead(getReferralCode),
    within(makeStore(deps, { user: aUser(), slices })),
  );
  await waitFor(() => expect(result.current.currentData).toEqual({ code: 'LENA' }));
  expect(deps.api.calls.map(([route]) => route)).toEqual(['GET /referrals/user/code']);
});
