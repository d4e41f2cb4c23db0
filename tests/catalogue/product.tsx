import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { NextRouter } from 'next/router';
import { type ReactNode, useState } from 'react';
import { Provider } from 'react-redux';
import type { CurrentUser } from '#contract/people/accounts.ts';
import { makeStore } from '#state/store.ts';
import { aUser } from '../setup/factories/accounts.ts';
import { someSettings } from '../setup/factories/site.ts';
import type { Replies } from '../state/setup/fake-api.ts';
import { makeFakeDeps } from '../state/setup/make-fake-deps.ts';

/** A router that stays where it is. */
const router = {
  isReady: true,
  asPath: '/',
  pathname: '/',
  query: {},
  push: async () => true,
  replace: async () => true,
  prefetch: async () => undefined,
  events: { on: () => undefined, off: () => undefined, emit: () => undefined },
} as unknown as NextRouter;

export interface ProductProps {
  readonly answers?: Replies;
  /** Null for a visitor. */
  readonly user?: Partial<CurrentUser> | null;
  readonly children: ReactNode;
}

/** What product components need around them: a store whose calls have the given answers, and a router. */
export function Product({ answers = {}, user = {}, children }: ProductProps) {
  const [store] = useState(() =>
    makeStore(makeFakeDeps(answers), {
      settings: someSettings({ paymentGateway: 'sandbox' }),
      user: user && aUser({ avatar: '/mia.jpg', balance: 500, ...user }),
    }),
  );
  return (
    <Provider store={store}>
      <RouterContext value={router}>{children}</RouterContext>
    </Provider>
  );
}

/** An answer that never comes, for what a component shows meanwhile. */
export const never = () => new Promise<never>(() => undefined);
/** A list as the server sends it. */
export const listOf = <Row,>(...data: Row[]) => ({ data, total: data.length, nextCursor: null });
