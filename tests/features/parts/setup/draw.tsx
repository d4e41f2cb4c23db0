import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { vi } from 'vitest';
import type { PublicSettings } from '#contract/site';
import type { CurrentUser } from '#contract/users';
import { storeToken } from '#lib/cookies';
import type { Answers } from '../../../state/setup/fake-api.ts';
import { startLoggedIn } from '../../../state/setup/fake-world.ts';
import { aUser, someSettings } from '../../../state/setup/records.ts';

export interface Drawn {
  readonly answers?: Answers;
  readonly user?: Partial<CurrentUser>;
  readonly settings?: Partial<PublicSettings>;
}

/** Draws with the real store and sagas, as a fan who is logged in, over an API that lives in the test. */
export async function draw(node: ReactElement, { answers = {}, user, settings }: Drawn = {}) {
  vi.useFakeTimers();
  const running = await startLoggedIn(aUser(user), { answers, preloaded: { settings: someSettings({ paymentGateway: 'sandbox', ...settings }) } });
  vi.useRealTimers();
  storeToken('tok-1', 1);
  const drawn = render(<Provider store={running.store}>{node}</Provider>);
  return { ...drawn, ...running, hand: userEvent.setup() };
}

/** The keys that calls of a route were sent with. */
export const keysOf = (calls: readonly (readonly [string, unknown])[], route: string): unknown[] =>
  calls.filter(([name]) => name === route).map(([, input]) => (input as { key?: string }).key);
