import type { NextPageContext } from 'next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadMessages } from '#features/talk/messages/load-messages.ts';
import type { PageFlags } from '#shell/pages/page-flags.ts';
import { privatePage } from '#shell/access/private-page.ts';
import { privateProps } from '#shell/access/private-props.ts';
import type { StateLoader } from '#shell/access/private-props.ts';
import { selectConversationList, selectConversationState } from '#state/messages/conversation.ts';
import { selectThread } from '#state/messages/message.ts';
import { serverDeps } from '#state/server-deps.ts';
import { makeStore } from '#state/store.ts';
import { aUser } from '../setup/factories/accounts.ts';
import { aConversation, aMessage } from '../setup/factories/messages.ts';
import { someSettings } from '../setup/factories/site.ts';

afterEach(() => void vi.unstubAllEnvs());

type Replies = Record<string, [status: number, data: unknown]>;
const usual: Replies = {
  '/api/v1/settings/public': [200, someSettings()],
  '/api/v1/block/countries/check': [200, { blocked: false }],
  '/api/v1/users/me': [200, aUser({ _id: 'me' })],
  '/api/v1/conversations': [
    200,
    { data: [aConversation('c2'), aConversation('c1')], total: 2, isMore: false },
  ],
  '/api/v1/conversations/counts': [200, { unread: 0, requests: 0 }],
  '/api/v1/conversations/c1': [200, aConversation('c1', { lastSeq: 3 })],
  '/api/v1/messages/conversations/c1': [
    200,
    { data: [aMessage(3), aMessage(2, { senderId: 'me', isDeleted: true }), aMessage(1)], total: 3 },
  ],
};

function visit({
  answers = {},
  cookie = 'token=tok',
  query = {},
}: { answers?: Replies; cookie?: string; query?: Record<string, string> } = {}) {
  const asked: string[] = [];
  const apiFetch = async (request: Request) => {
    const { pathname } = new URL(request.url);
    asked.push(pathname.replace('/api/v1', ''));
    const [status, data] = { ...usual, ...answers }[pathname] ?? [404, null];
    return Response.json(status < 400 ? { status, data } : { status, code: 'x', message: 'No.' }, { status });
  };
  const res = { statusCode: 200 };
  const req = {
    url: '/messages',
    headers: { host: '127.0.0.1:4000', cookie },
    apiFetch,
    publicUrl: 'http://site.example',
  };
  return { asked, res, context: { req, res, query } as unknown as NextPageContext };
}

const own: PageFlags = { authenticate: true };
const loading = async (): Promise<StateLoader> => loadMessages;
const stateOf = (props: Awaited<ReturnType<typeof privateProps>>) =>
  makeStore(serverDeps, props.shell).getState();

describe('a page that requires a session is rendered on the server', () => {
  it("in the frame of the cookie's account", async () => {
    const { shell } = await privateProps(visit().context, own);
    expect(shell).toMatchObject({
      user: { _id: 'me' },
      countryBlocked: false,
      origin: 'http://site.example',
    });
  });

  it('with the first page of conversations in its state', async () => {
    const { context, asked } = visit();
    const state = stateOf(await privateProps(context, own, loading));
    expect(selectConversationList(state)).toMatchObject({
      requested: true,
      requesting: false,
      data: ['c2', 'c1'],
      total: 2,
    });
    expect(asked.filter((path) => path.startsWith('/messages'))).toEqual([]);
  });

  it('with the first page of messages, without your deleted ones', async () => {
    const state = stateOf(await privateProps(visit({ query: { id: 'c1' } }).context, own, loading));
    expect(selectConversationState(state)).toMatchObject({ activeConversation: 'c1' });
    expect(selectThread(state, 'c1')).toMatchObject({ fetching: false, upTo: 3, total: 3, isMore: false });
    expect(selectThread(state, 'c1').items.map((each) => each.seq)).toEqual([1, 3]);
  });

  it('with only the list if the conversation is gone', async () => {
    const state = stateOf(await privateProps(visit({ query: { id: 'c9' } }).context, own, loading));
    expect([selectConversationList(state).data, selectConversationState(state).activeConversation]).toEqual([
      ['c2', 'c1'],
      null,
    ]);
  });
});

describe('is not loaded', () => {
  const nothing = async (flags: PageFlags, how: Parameters<typeof visit>[0]) => {
    const { context, asked, res } = visit(how);
    const { shell } = await privateProps(context, flags, loading);
    return {
      shell,
      status: res.statusCode,
      asked: asked.filter((path) => path.startsWith('/conversations')),
    };
  };

  it.each<[string, PageFlags, Parameters<typeof visit>[0]]>([
    ['for a visitor', own, { cookie: '' }],
    ['for a session that has ended', own, { answers: { '/api/v1/users/me': [401, null] } }],
    ['for a fan, where it is for creators', { authenticate: true, onlyPerformer: true }, {}],
    ['in a closed country', own, { answers: { '/api/v1/block/countries/check': [200, { blocked: true }] } }],
  ])('%s', async (_who, flags, how) => {
    expect(await nothing(flags, how)).toMatchObject({ status: 200, asked: [] });
  });

  it('in the browser, which has the data or requests it', async () => {
    const Page = privatePage(
      () => null,
      own,
      () => Promise.reject(new Error('never')),
    );
    expect(await Page.getInitialProps({ query: {} } as NextPageContext)).toEqual({});
  });

  it('in the mock', async () => {
    vi.stubEnv('NEXT_PUBLIC_MOCK', '1');
    expect(await privateProps(visit().context, own, loading)).toEqual({});
  });
});

describe('when the API fails', () => {
  it('the frame renders and the browser fetches the data', async () => {
    const { context, res } = visit({ answers: { '/api/v1/conversations': [500, null] } });
    const state = stateOf(await privateProps(context, own, loading));
    expect([selectConversationList(state).requested, res.statusCode]).toEqual([false, 503]);
  });
  it("an error of our own isn't hidden", async () => {
    await expect(
      privateProps(visit().context, own, async () => async () => {
        throw new TypeError('bug');
      }),
    ).rejects.toThrow('bug');
  });
});
