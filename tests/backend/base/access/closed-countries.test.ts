import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { contract } from '#contract/core/registry.ts';
import { inwardRequest } from '#backend/node/pages/captured-response.ts';
import { identifyPeer } from '#backend/node/ports/client-address.ts';
import { createGeo } from '#backend/node/ports/geo.ts';
import { signFile } from '#backend/domain/base/files/media-addresses.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { auctionsIn } from '../../../setup/auctions.ts';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import { shopIn } from '../../../setup/shop.ts';
import { talkOf } from '../../../setup/talk.ts';
import { videosIn } from '../../../setup/videos.ts';
import { worksIn } from '../../../setup/media-items.ts';

/*
 * Tests every surface from every kind of address, for countries blocked by the operator and by a creator. The
 * server's own adapters read addresses and countries.
 */
const app = await testBackend({ ports: { geo: createGeo() } });
const { backend, raw, call, ok, ports, settings, makeCreator, makeFan, ctxOf } = app;
const talk = talkOf(app);

const proxied = { TRUSTED_PROXIES: 1, COUNTRY_HEADER: 'cf-ipcountry' };
const direct = (address: string) => {
  const request = inwardRequest('/', {});
  Object.defineProperty(request.socket, 'remoteAddress', { value: address });
  return identifyPeer(request, { TRUSTED_PROXIES: 0 });
};
const behind = (headers: Record<string, string>) => identifyPeer(inwardRequest('/', headers), proxied);
/** All of these are in Germany. */
const inside = {
  IPv4: direct('193.99.144.80'),
  'IPv4-mapped IPv6': direct('::ffff:193.99.144.80'),
  'IPv4-mapped IPv6, in hexadecimal, by a proxy': behind({ 'x-forwarded-for': '::FFFF:c163:9050' }),
  IPv6: direct('2a02:2e0:3fe:1001::1'),
  'IPv6, spelled out with a port, by a proxy': behind({
    'x-forwarded-for': '[2A02:02E0:03FE:1001:0:0:0:1]:4711',
  }),
  'an address elsewhere, placed by a proxy': behind({ 'x-forwarded-for': '8.8.8.8', 'cf-ipcountry': 'DE' }),
};
const outside = {
  IPv4: direct('8.8.8.8'),
  IPv6: direct('2001:4860:4860::8888'),
  'the address that a proxy placed there before, without its word': behind({ 'x-forwarded-for': '8.8.8.8' }),
  'an address there, placed elsewhere by a proxy': behind({
    'x-forwarded-for': '193.99.144.80',
    'cf-ipcountry': 'US',
  }),
};
const nowhere = {
  'a private IPv4 address': direct('10.1.2.3'),
  'a private IPv6 address': direct('fd00::1'),
  'this machine': direct('::1'),
  'Tor, as a proxy says': behind({ 'x-forwarded-for': '8.8.8.8', 'cf-ipcountry': 'T1' }),
  'no address at all': behind({ 'x-forwarded-for': 'unknown' }),
};
type Peer = ReturnType<typeof direct>;
const each = (places: Record<string, Peer>) => Object.entries(places);

const creator = await makeCreator({ username: 'closed-creator', name: 'Clementine' });
const fan = await makeFan();
const posts = postsIn(app);
const fileId = await posts.makeFile(creator.id);
const feed = await posts.makePost(creator.id, {}, [fileId]);
const video = await videosIn(app).makeVideo(creator.id, {
  fileId: await videosIn(app).makeFilm(creator.id),
});
const { id: gallery } = await worksIn(app).makeGallery(creator.id);
const product = await shopIn(app).makeProduct(creator.id, {}, [await shopIn(app).makePicture(creator.id)]);
const auction = await auctionsIn(app).makeAuction(creator);
await talk.follow(fan, creator);
const { _id: conversation } = await talk.open(fan, creator);
await talk.send(fan, conversation, 'Hello');

class FakeConnection {
  readonly id = ports.ids();
  readonly rooms = new Set<string>();
  open = true;
  join(room: string) {
    this.rooms.add(room);
  }
  leave(room: string) {
    this.rooms.delete(room);
  }
  emit() {}
  disconnect() {
    this.open = false;
  }
}
async function connect(peer: Peer) {
  const connection = new FakeConnection();
  return { connection, session: await backend.connect(connection, { token: fan.token, ...peer }) };
}

describe('a country closed by the operator', () => {
  beforeAll(() => settings.set('blockedCountries', ['DE']));
  const ask = async (peer: Peer, path: string, init: RequestInit = {}) =>
    backend.fetch(
      new Request(`https://limelight.test${path}`, { headers: { authorization: fan.token }, ...init }),
      peer,
    );
  const routes = Object.keys(contract).filter((route) => route !== 'GET /block/countries/check');
  const refusal = {
    status: 451,
    code: 'country_closed',
    message: 'This site isn’t available in your country.',
  };
  const media = signFile(ctxOf(null), fileId, { readable: true })('320.webp');
  const others = [
    '/api/v1/openapi.json',
    '/api/v1/nothing',
    '/media/public/x',
    '/monitoring',
    '/api/v1/webhooks',
    media,
  ];

  test.each(each(inside))(
    '%s: every call, logged in or not, returns 451 without any personal data',
    async (_, peer) => {
      for (const token of [fan.token, undefined]) {
        for (const route of routes) {
          const { status, problem } = await raw(route, {
            params: { id: creator.id, performerId: creator.id },
            body: route.startsWith('GET') ? undefined : {},
            ...(token ? { token } : {}),
            ...peer,
          });
          expect({ route, status, problem }).toEqual({ route, status: 451, problem: refusal });
        }
      }
      for (const path of others) expect([path, (await ask(peer, path)).status]).toEqual([path, 451]);
      const login = await call('POST /auth/login', {
        body: { credentials: fan.username, password: fan.password, remember: false },
        ...peer,
      });
      expect([login.status, login.problem]).toEqual([451, refusal]);
    },
  );

  test.each(each(inside))(
    "%s: only the country check and the payment gateway's webhook respond",
    async (_, peer) => {
      expect(await ok('GET /block/countries/check', { ...peer })).toEqual({ blocked: true });
      expect((await ask(peer, '/api/v1/webhooks/stripe', { method: 'POST', body: '{}' })).status).toBe(404);
    },
  );

  test.each(each(inside))('%s: no socket connects', async (_, peer) => {
    const { connection, session } = await connect(peer);
    expect([connection.open, connection.rooms.size]).toEqual([false, 0]);
    expect(await session.on('auth/login', { token: fan.token })).toMatchObject({
      ok: false,
      code: 'country_closed',
    });
    expect(connection.rooms.size).toBe(0);
    session.closed();
  });

  test.each(each({ ...outside, ...nowhere }))('%s: not closed', async (_, peer) => {
    expect(await ok('GET /block/countries/check', { ...peer })).toEqual({ blocked: false });
    expect((await call('GET /performers/:id', { params: { id: creator.id }, ...peer })).status).toBe(200);
    expect((await ask(peer, media)).status).toBe(200);
    const { connection, session } = await connect(peer);
    expect([connection.open, connection.rooms.size]).toEqual([true, 2]);
    session.closed();
  });

  test('an open connection ends when its country is closed, whether or not it is active', async () => {
    await settings.set('blockedCountries', []);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const [silent, speaking, elsewhere] = [
        await connect(inside.IPv6),
        await connect(inside.IPv4),
        await connect(outside.IPv6),
      ];
      expect([silent, speaking, elsewhere].map(({ connection }) => connection.open)).toEqual([
        true,
        true,
        true,
      ]);
      await settings.set('blockedCountries', ['DE']);
      expect(await speaking.session.on('auth/logout', {})).toMatchObject({
        ok: false,
        code: 'country_closed',
      });
      await vi.advanceTimersByTimeAsync(5_000);
      await vi.waitFor(() =>
        expect([silent, speaking, elsewhere].map(({ connection }) => connection.open)).toEqual([
          false,
          false,
          true,
        ]),
      );
      for (const { session } of [silent, speaking, elsewhere]) session.closed();
    } finally {
      vi.useRealTimers();
    }
  });

  test('visitors whose country is unknown are closed out if the operator says so', async () => {
    await settings.set('blockedCountries', ['ZZ']);
    for (const [name, peer] of each(nowhere))
      expect([
        name,
        (await call('GET /performers/:id', { params: { id: creator.id }, ...peer })).status,
      ]).toEqual([name, 451]);
    for (const [name, peer] of each({ ...inside, ...outside }))
      expect([
        name,
        (await call('GET /performers/:id', { params: { id: creator.id }, ...peer })).status,
      ]).toEqual([name, 200]);
    await settings.set('blockedCountries', []);
  });
});

/** What each surface shows of the creator to a fan at that address. */
async function traces(peer: Peer): Promise<Record<string, boolean>> {
  const asked: Record<string, Parameters<typeof raw>> = {
    'profile by name': ['GET /performers/:id', { params: { id: creator.username } }],
    'profile by id': ['GET /performers/:id', { params: { id: creator.id } }],
    feed: ['GET /user/feeds', { query: { performerId: creator.id } }],
    home: ['GET /user/feeds', {}],
    'creator search': ['GET /performers/user/search', { query: { q: 'Clementine' } }],
    'top creators': ['GET /performers/top', {}],
    'conversation search': ['GET /conversations/search', { query: { q: 'Clementine' } }],
    'a post': ['GET /user/feeds/:id', { params: { id: feed } }],
    'a video': ['GET /performer-assets/videos/:id', { params: { id: video } }],
    'a gallery': ['GET /performer-assets/galleries/:id/view', { params: { id: gallery } }],
    'a product': ['GET /performer-assets/products/:id', { params: { id: product } }],
    'an auction': ['GET /autions/:id/view', { params: { id: auction } }],
    auctions: ['GET /autions/search', {}],
    comments: ['GET /comments', { query: { objectType: 'feed', objectId: feed } }],
    conversations: ['GET /conversations', {}],
    messages: ['GET /messages/conversations/:id', { params: { id: conversation } }],
  };
  const found: Record<string, boolean> = {};
  // Avoids the rate limit for messages.
  ports.clock.move('30s');
  for (const [surface, [route, input]] of Object.entries(asked)) {
    const { status, text } = await raw(route, { ...input, token: fan.token, ...peer });
    found[surface] =
      surface === 'comments' || surface === 'messages'
        ? status === 200
        : status === 200 && text.includes(creator.id);
  }
  found['writing'] =
    (
      await call('POST /messages/conversations/:id', {
        token: fan.token,
        params: { id: conversation },
        body: { conversationId: conversation, data: { text: 'Hi' } },
        ...peer,
      })
    ).status === 201;
  // A message by the creator reaches live connections that are allowed to see it.
  const { session } = await connect(peer);
  ports.transport.clear();
  await talk.send(creator, conversation, 'Live');
  found['sockets'] = ports.transport
    .of('message/created')
    .some(({ room }) => room === rooms.account(fan.id) || room === rooms.session(fan.viewer.sessionId));
  found['watching an auction'] = (await session.on('auction/join', { auctionId: auction })).ok;
  session.closed();
  return found;
}
const all = (value: boolean) =>
  expect.toSatisfy(
    (found: Record<string, boolean>) => Object.values(found).every((one) => one === value),
    value ? 'all there' : 'no trace',
  );

describe('a country closed by a creator', () => {
  const close = (body: { countries: string[]; unknown?: 'allow' | 'refuse' }) =>
    ok('POST /block/countries', { token: creator.token, body });
  afterEach(() => close({ countries: [], unknown: 'allow' }));

  test.each(each(inside))('%s: no trace of the creator anywhere', async (_, peer) => {
    expect(await traces(peer)).toEqual(all(true));
    await close({ countries: ['DE'] });
    expect(await traces(peer)).toEqual(all(false));
  });

  test.each(each({ ...outside, ...nowhere }))('%s: everything is visible', async (_, peer) => {
    await close({ countries: ['DE'] });
    expect(await traces(peer)).toEqual(all(true));
  });

  test.each(each(nowhere))('%s: no trace if unknown countries are closed', async (_, peer) => {
    expect(await close({ countries: [], unknown: 'refuse' })).toMatchObject({
      countries: [],
      unknown: 'refuse',
    });
    expect(await traces(peer)).toEqual(all(false));
    // Changing only the list keeps the setting for unknown countries.
    expect(await close({ countries: ['FR'] })).toMatchObject({ countries: ['FR'], unknown: 'refuse' });
  });

  test('closing unknown countries affects nobody whose country is known, and can be previewed', async () => {
    await close({ countries: [], unknown: 'refuse' });
    for (const [name, peer] of each({ ...inside, ...outside }))
      expect([name, await traces(peer)]).toEqual([name, all(true)]);
    const preview = (country: string) =>
      ok('GET /block/countries/preview/:country', { token: creator.token, params: { country } });
    expect([(await preview('ZZ')).closed, (await preview('DE')).closed]).toEqual(['country', null]);
    expect(
      (await call('POST /block/countries', { token: creator.token, body: { countries: ['ZZ'] } })).status,
    ).toBe(422);
  });
});

test("the country that a proxy gave for one connection isn't reused for the next", async () => {
  await ok('POST /block/countries', { token: creator.token, body: { countries: ['DE'] } });
  const reached = async () => {
    ports.clock.move('30s');
    ports.transport.clear();
    await talk.send(creator, conversation, 'Where are you?');
    return ports.transport
      .of('message/created')
      .some(({ room }) => room === rooms.session(fan.viewer.sessionId));
  };
  const there = await connect(inside['an address elsewhere, placed by a proxy']);
  expect(await reached()).toBe(false);
  there.session.closed();
  const back = await connect(outside['the address that a proxy placed there before, without its word']);
  expect(await reached()).toBe(true);
  back.session.closed();
});
