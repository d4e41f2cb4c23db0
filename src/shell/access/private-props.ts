import type { NextPageContext } from 'next';
import type { Api } from '#services/http/api.ts';
import { ApiProblem } from '#services/http/problem.ts';
import { serverDeps } from '#state/server-deps.ts';
import { makeStore } from '#state/store.ts';
import type { AppStore } from '#state/store.ts';
import { decideAccess } from './access-decision.ts';
import type { PageFlags } from '../pages/page-flags.ts';
import type { PagePropsWithShell, ShellProps } from '../pages/page-props.ts';
import { asJson, firstValues, loadShell, unavailable } from '../pages/server-props.ts';
import { serverApi } from '../pages/server-api.ts';

export interface StateLoadContext {
  /** Calls the API as the page's viewer. */
  readonly api: Api;
  /** Route parameters and query; only the first value of each. */
  readonly query: Readonly<Record<string, string>>;
  /** Contains the account and settings. The page is rendered with what is dispatched here. */
  readonly store: Pick<AppStore, 'dispatch' | 'getState'>;
}
/**
 * Loads the state that a page is first rendered with. May return a function to call when the state has been taken from
 * the store.
 */
export type StateLoader = (context: StateLoadContext) => Promise<void | (() => void)>;

/**
 * The slices that `load` has changed. None if it failed; the view then loads its data itself and shows its
 * own error.
 */
async function loadSlices(
  { query, res }: NextPageContext,
  { api, shell, load, flags }: { api: Api; shell: ShellProps; load: StateLoader; flags: PageFlags },
): Promise<ShellProps['slices']> {
  const store = makeStore({ ...serverDeps, api }, shell);
  const before = store.getState() as unknown as Readonly<Record<string, unknown>>;
  let release: void | (() => void);
  try {
    release = await load({ api, query: firstValues(query), store });
  } catch (caught) {
    if (!(caught instanceof ApiProblem)) throw caught;
    if (caught.status >= 500 && res) unavailable(res, caught);
    if (caught.status === 404 && res && flags.layout === 'operator') res.statusCode = 404;
    return undefined;
  }
  const changed = Object.entries(store.getState()).filter(([name, slice]) => slice !== before[name]);
  release?.();
  return Object.fromEntries(changed);
}

/** The props that the server renders a private page with. */
export async function privateProps(
  context: NextPageContext,
  flags: PageFlags,
  load?: () => Promise<StateLoader>,
): Promise<PagePropsWithShell> {
  if (process.env.NEXT_PUBLIC_MOCK === '1' || !context.req) return {};
  const api = serverApi(context.req);
  const shell = (await loadShell(api, context.req)) ?? {};
  const user = shell.user ?? null;
  // Someone who may not see the page is redirected by the browser and gets none of its data.
  const isShown =
    user !== null &&
    !shell.countryBlocked &&
    decideAccess({ flags, checked: true, expected: false, user }).kind === 'show';
  const slices =
    load && isShown ? await loadSlices(context, { api, shell, flags, load: await load() }) : undefined;
  return { shell: asJson({ ...shell, slices }) };
}
