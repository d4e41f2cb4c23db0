import type { ServerResponse } from 'node:http';
import type { GetServerSideProps, GetServerSidePropsResult } from 'next';
import type { Api } from '#services/http/api.ts';
import { ApiProblem } from '#services/http/problem.ts';
import { checkCountryBlock, getPublicSettings } from '#services/base/site.ts';
import { getMe } from '#services/people/accounts.ts';
import type { ShellProps } from './page-props.ts';
import { type PageRequest, readCookieToken, serverApi } from './server-api.ts';

export interface LoadContext {
  /** Calls the API as the visitor, with the session from their cookie. */
  readonly api: Api;
  /** Route parameters and query; only the first value of each. */
  readonly query: Readonly<Record<string, string>>;
}

/** Loads a page's props. Returns `notFound` for a 404, or `redirect` with a path. */
export type Loader<Props> = (
  context: LoadContext,
) => Promise<Props | { readonly notFound: true } | { readonly redirect: string }>;

type Result<Props> = GetServerSidePropsResult<Partial<Props> & { shell?: ShellProps }>;

/** The first value of each parameter. */
export const firstValues = (
  values: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const first = Array.isArray(value) ? value[0] : value;
      return first === undefined ? [] : [[name, first]];
    }),
  );

const orNothing = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined);

/**
 * The account of the cookie; null without a cookie, undefined if it couldn't be loaded, in which case the
 * browser tries again.
 */
const loadAccount = (api: Api, req: PageRequest) =>
  readCookieToken(req) === null ? Promise.resolve(null) : orNothing(getMe(api));

/** The props of the frame. Undefined for client-side navigation, where the frame is already rendered. */
export async function loadShell(api: Api, req: PageRequest): Promise<ShellProps | undefined> {
  if (req.url?.startsWith('/_next/data/')) return undefined;
  const anyone = serverApi(req, { session: false });
  const [settings, user, block] = await Promise.all([
    orNothing(getPublicSettings(anyone)),
    loadAccount(api, req),
    orNothing(checkCountryBlock(anyone)),
  ]);
  return { settings, user, countryBlocked: block?.blocked, origin: req.publicUrl ?? '' };
}

/** Removes undefined values, which Next doesn't serialize. */
export const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

function toResult<Props extends object>(
  loaded: Awaited<ReturnType<Loader<Props>>>,
  shell: ShellProps | undefined,
): Result<Props> {
  if ('notFound' in loaded) return { notFound: true };
  if ('redirect' in loaded) return { redirect: { destination: loaded.redirect, permanent: false } };
  return { props: asJson({ ...(loaded as Props), shell }) };
}

/** Responds with 503, so that monitoring and search engines notice that the content is missing. */
export function unavailable(
  response: Pick<ServerResponse, 'statusCode' | 'setHeader'>,
  { problem: { retryAfter } }: ApiProblem,
): void {
  response.statusCode = 503;
  if (typeof retryAfter === 'number') response.setHeader('Retry-After', String(retryAfter));
}

/**
 * `export const getServerSideProps = serverProps(loader)`: renders the page with its content and the
 * visitor's frame. Views must also work without props (they are `Partial`): the mock has no server, and if
 * the API fails, the view loads the data itself and shows its own error with a retry.
 */
export function serverProps<Props extends object>(
  load: Loader<Props>,
): GetServerSideProps<Partial<Props> & { shell?: ShellProps }> {
  return async (context) => {
    if (process.env.NEXT_PUBLIC_MOCK === '1') return { props: {} };
    const api = serverApi(context.req);
    const framing = loadShell(api, context.req);
    try {
      const loaded = await load({ api, query: firstValues({ ...context.query, ...context.params }) });
      return toResult(loaded, await framing);
    } catch (caught) {
      if (!(caught instanceof ApiProblem)) throw caught;
      if (caught.status === 404) return { notFound: true };
      // An expired session is handled by the browser. Anything else is our failure and must be visible in the
      // status.
      if (caught.status !== 401) unavailable(context.res, caught);
      return { props: { ...({} as Partial<Props>), shell: asJson((await framing) ?? {}) } };
    }
  };
}

/**
 * Props of the page for blocked countries, which the server renders instead of every page. Its own URL
 * returns a 404.
 */
export const closedSiteProps: GetServerSideProps<{ shell?: ShellProps }> = async ({
  req,
}: {
  req: PageRequest;
}) => {
  if (!req.siteClosed) return { notFound: true };
  // This page is the block screen itself, so it must not be blocked again, and nobody is logged in here.
  const settings = await orNothing(getPublicSettings(serverApi(req)));
  return {
    props: asJson({
      shell: {
        settings: settings && { ...settings, demo: null },
        user: null,
        countryBlocked: false,
        origin: req.publicUrl ?? '',
      },
    }),
  };
};
