import type { NextPageContext } from 'next';
import type { Api } from '#services/http/api.ts';
import { ApiProblem } from '#services/http/problem.ts';
import { serverDeps } from '#state/server-deps.ts';
import { makeStore } from '#state/store.ts';
import type { AppStore } from '#state/store.ts';
import { decideAccess } from './access-decision.ts';
import type { PageFlags } from '../pages/page-flags.ts';
import type { PagePropsWithShell, ShellProps } from '../pages/page-props.ts';
import { asJson, firstValues, shellOf, unavailable } from '../pages/server-props.ts';
import { serverApi } from '../pages/server-api.ts';

export interface StateLoadContext {
  /** Asks as the person whose page it is. */
  readonly api: Api;
  /** Route parameters and query, the first value of each. */
  readonly query: Readonly<Record<string, string>>;
  /** Knows the person and the settings; what is dispatched here is what the page is drawn with. */
  readonly store: Pick<AppStore, 'dispatch' | 'getState'>;
}
/** Puts into the state what a page is first drawn with. */
export type StateLoader = (context: StateLoadContext) => Promise<void>;

/**
 * The slices that `load` has changed. None where it failed: the view then loads by itself, and shows its own
 * error.
 */
async function slicesOf(
  { query, res }: NextPageContext,
  { api, shell, load }: { api: Api; shell: ShellProps; load: StateLoader },
): Promise<ShellProps['slices']> {
  const store = makeStore({ ...serverDeps, api }, shell);
  const before = store.getState() as unknown as Readonly<Record<string, unknown>>;
  try {
    await load({ api, query: firstValues(query), store });
  } catch (caught) {
    if (!(caught instanceof ApiProblem)) throw caught;
    if (caught.status >= 500 && res) unavailable(res, caught);
    return undefined;
  }
  return Object.fromEntries(
    Object.entries(store.getState()).filter(([name, slice]) => slice !== before[name]),
  );
}

/** What the server draws a private page with. */
export async function privateProps(
  context: NextPageContext,
  flags: PageFlags,
  load?: () => Promise<StateLoader>,
): Promise<PagePropsWithShell> {
  if (process.env.NEXT_PUBLIC_MOCK === '1' || !context.req) return {};
  const api = serverApi(context.req);
  const shell = (await shellOf(api, context.req)) ?? {};
  const user = shell.user ?? null;
  // Whoever may not see the page is sent on by the browser, and needs nothing of what is on it.
  const isShown =
    user !== null &&
    !shell.countryBlocked &&
    decideAccess({ flags, checked: true, expected: false, user }).kind === 'show';
  const slices = load && isShown ? await slicesOf(context, { api, shell, load: await load() }) : undefined;
  return { shell: asJson({ ...shell, slices }) };
}
