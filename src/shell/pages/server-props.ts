import type { ServerResponse } from 'node:http';
import type { GetServerSideProps, GetServerSidePropsResult } from 'next';
import type { Api } from '#services/http/api.ts';
import { ApiProblem } from '#services/http/problem.ts';
import { checkCountryBlock, getPublicSettings } from '#services/site.ts';
import { getMe } from '#services/accounts.ts';
import type { ShellProps } from './page-props.ts';
import { type PageRequest, serverApi, tokenOf } from './server-api.ts';

export interface LoadContext {
  /** Asks as the visitor: with the session of their cookie. */
  readonly api: Api;
  /** Route parameters and query, the first value of each. */
  readonly query: Readonly<Record<string, string>>;
}

/** Loads what a page is drawn with: its props, `notFound` for a 404, or where to go instead. */
export type Loader<Props> = (
  context: LoadContext,
) => Promise<Props | { readonly notFound: true } | { readonly redirect: string }>;

type Result<Props> = GetServerSidePropsResult<Partial<Props> & { shell?: ShellProps }>;

/** The first value of each. */
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
 * The account behind the cookie; null without one, undefined where it couldn't be told: then the browser
 * asks.
 */
const accountOf = (api: Api, req: PageRequest) =>
  tokenOf(req) === null ? Promise.resolve(null) : orNothing(getMe(api));

/** Where people reach the site; for addresses that leave it. */
function originOf({ headers }: PageRequest): string {
  const configured = process.env.PUBLIC_URL?.replace(/\/+$/, '');
  return (
    configured ||
    `${headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'}://${headers.host ?? 'localhost'}`
  );
}

/**
 * What the frame needs. A page that the browser fetches for a frame it has already drawn comes without it.
 */
export async function shellOf(api: Api, req: PageRequest): Promise<ShellProps | undefined> {
  if (req.url?.startsWith('/_next/data/')) return undefined;
  const [settings, user, block] = await Promise.all([
    orNothing(getPublicSettings(api)),
    accountOf(api, req),
    orNothing(checkCountryBlock(api)),
  ]);
  return { settings, user, countryBlocked: block?.blocked, origin: originOf(req) };
}

/** Undefined isn't JSON for Next; what's missing on the wire is missing here. */
export const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

function resultOf<Props extends object>(
  loaded: Awaited<ReturnType<Loader<Props>>>,
  shell: ShellProps | undefined,
): Result<Props> {
  if ('notFound' in loaded) return { notFound: true };
  if ('redirect' in loaded) return { redirect: { destination: loaded.redirect, permanent: false } };
  return { props: asJson({ ...(loaded as Props), shell }) };
}

/** A page without its content says so to whoever counts. */
export function unavailable(
  response: Pick<ServerResponse, 'statusCode' | 'setHeader'>,
  { problem: { retryAfter } }: ApiProblem,
): void {
  response.statusCode = 503;
  if (typeof retryAfter === 'number') response.setHeader('Retry-After', String(retryAfter));
}

/**
 * `export const getServerSideProps = serverProps(loader)`: the page arrives with its content, and with the
 * frame as this person sees it. A view must also stand without its props (they are `Partial`): in the mock
 * there is no server, and when the API fails the view loads by itself and shows its own error with a retry.
 */
export function serverProps<Props extends object>(
  load: Loader<Props>,
): GetServerSideProps<Partial<Props> & { shell?: ShellProps }> {
  return async (context) => {
    if (process.env.NEXT_PUBLIC_MOCK === '1') return { props: {} };
    const api = serverApi(context.req);
    const framing = shellOf(api, context.req);
    try {
      const loaded = await load({ api, query: firstValues({ ...context.query, ...context.params }) });
      return resultOf(loaded, await framing);
    } catch (caught) {
      if (!(caught instanceof ApiProblem)) throw caught;
      if (caught.status === 404) return { notFound: true };
      // A session that has ended is the browser's to deal with; anything else is ours, and says so to whoever
      // counts.
      if (caught.status !== 401) unavailable(context.res, caught);
      return { props: { ...({} as Partial<Props>), shell: asJson((await framing) ?? {}) } };
    }
  };
}

/**
 * Of the screen for closed countries, which the server draws in place of every page; by its own address there
 * is nothing.
 */
export const closedSiteProps: GetServerSideProps<{ shell?: ShellProps }> = async ({
  req,
}: {
  req: PageRequest;
}) => {
  if (!req.siteClosed) return { notFound: true };
  // The page is that screen itself, so nothing overrides it; and nobody is logged in here.
  const settings = await orNothing(getPublicSettings(serverApi(req)));
  return {
    props: asJson({
      shell: {
        settings: settings && { ...settings, demo: null },
        user: null,
        countryBlocked: false,
        origin: originOf(req),
      },
    }),
  };
};
