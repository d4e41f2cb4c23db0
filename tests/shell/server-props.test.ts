import type { GetServerSidePropsContext } from 'next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { serverProps } from '#shell/pages/server-props.ts';
import type { Loader } from '#shell/pages/server-props.ts';

afterEach(() => void vi.unstubAllEnvs());

type Replies = Record<string, [status: number, data: unknown]>;
const usual: Replies = {
  '/api/v1/settings/public': [200, { siteName: 'Limelight' }],
  '/api/v1/block/countries/check': [200, { blocked: false }],
  '/api/v1/users/me': [200, { _id: 'u1' }],
  '/api/v1/performers/mara': [200, { name: 'Mara' }],
};

function visit(answers: Replies = {}, headers: Record<string, string> = {}, url = '/mara') {
  const asked: Request[] = [];
  const apiFetch = async (request: Request) => {
    asked.push(request);
    const [status, data] = { ...usual, ...answers }[new URL(request.url).pathname] ?? [404, null];
    return Response.json(status < 400 ? { status, data } : { status, code: 'x', message: 'No.' }, { status });
  };
  const res = { statusCode: 200 };
  // Whatever name of the site it was sent to, absolute URLs have the public one.
  const publicUrl = 'https://site.example';
  const req = { url, headers: { host: '127.0.0.1:4000', ...headers }, apiFetch, publicUrl };
  const context = {
    req,
    res,
    query: { tab: ['photos', 'x'] },
    params: { profileId: 'mara' },
  } as unknown as GetServerSidePropsContext;
  return { asked, res, context };
}

const profile: Loader<{ name: string; tab: string | undefined }> = async ({ api, query }) => {
  const found = (await api.call('GET /performers/:id', { params: { id: query['profileId']! } })) as {
    name: string;
  };
  return { name: found.name, tab: query['tab'] };
};

describe('the props a page is rendered with', () => {
  it('include its content, and the frame for a visitor', async () => {
    const { asked, context } = visit({}, { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' });
    expect(await serverProps(profile)(context)).toEqual({
      props: {
        name: 'Mara',
        tab: 'photos',
        shell: {
          settings: { siteName: 'Limelight' },
          user: null,
          countryBlocked: false,
          origin: 'https://site.example',
        },
      },
    });
    expect(asked.map((request) => new URL(request.url).pathname).toSorted()).toEqual([
      '/api/v1/block/countries/check',
      '/api/v1/performers/mara',
      '/api/v1/settings/public',
    ]);
    expect(
      asked.every(
        (request) =>
          request.headers.get('x-forwarded-for') === '203.0.113.9' && !request.headers.has('authorization'),
      ),
    ).toBe(true);
  });

  it("belong to the cookie's account", async () => {
    const { asked, context } = visit({}, { cookie: 'theme=dark; token=abc%2Bd; x=y' });
    expect(await serverProps(profile)(context)).toHaveProperty('props.shell.user', { _id: 'u1' });
    // What is the same for everyone is asked without the session, which the API would have to look up each time.
    expect(
      Object.fromEntries(
        asked.map((request) => [new URL(request.url).pathname, request.headers.get('authorization')]),
      ),
    ).toEqual({
      '/api/v1/settings/public': null,
      '/api/v1/block/countries/check': null,
      '/api/v1/users/me': 'abc+d',
      '/api/v1/performers/mara': 'abc+d',
    });
  });

  it("leave the account to the browser if the session can't be checked", async () => {
    const { context } = visit({ '/api/v1/users/me': [401, null] }, { cookie: 'token=old' });
    expect(await serverProps(profile)(context)).not.toHaveProperty('props.shell.user');
  });

  it('leave out the frame if the browser has rendered it already', async () => {
    const { asked, context } = visit({}, {}, '/_next/data/build/mara.json?profileId=mara');
    expect(await serverProps(profile)(context)).toEqual({ props: { name: 'Mara', tab: 'photos' } });
    expect(asked).toHaveLength(1);
  });
});

describe('other outcomes', () => {
  it("404 if it doesn't exist", async () => {
    expect(await serverProps(profile)(visit({ '/api/v1/performers/mara': [404, null] }).context)).toEqual({
      notFound: true,
    });
  });
  it('its own skeleton and error if the API fails, with status 503', async () => {
    const { res, context } = visit({ '/api/v1/performers/mara': [500, null] });
    expect(await serverProps(profile)(context)).toHaveProperty('props.shell.countryBlocked', false);
    expect(res.statusCode).toBe(503);
  });
  it('a public page if the session has ended', async () => {
    const { res, context } = visit({ '/api/v1/performers/mara': [401, null] }, { cookie: 'token=old' });
    expect(await serverProps(profile)(context)).toHaveProperty('props.shell');
    expect(res.statusCode).toBe(200);
  });
  it('a redirect if the loader says so', async () => {
    expect(await serverProps(async () => ({ redirect: '/home' }))(visit().context)).toEqual({
      redirect: { destination: '/home', permanent: false },
    });
    expect(await serverProps(async () => ({ notFound: true }))(visit().context)).toEqual({ notFound: true });
  });
  it("an error of our own isn't hidden", async () => {
    await expect(
      serverProps(async () => {
        throw new TypeError('bug');
      })(visit().context),
    ).rejects.toThrow('bug');
  });
  it('nothing in the mock', async () => {
    vi.stubEnv('NEXT_PUBLIC_MOCK', '1');
    const { asked, context } = visit();
    expect(await serverProps(profile)(context)).toEqual({ props: {} });
    expect(asked).toEqual([]);
  });
});
