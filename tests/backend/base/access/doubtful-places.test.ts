import { describe, expect, test } from 'vitest';
import type { Doubtful } from '#contract/across/blocks.ts';
import { sessions } from '#backend/db/schema/accounts.ts';
import { placeCodes, readPass } from '#backend/kernel/whereabouts.ts';
import { rooms } from '#backend/kernel/hub.ts';
import { eq } from 'drizzle-orm';
import { testBackend } from '../../../setup/backend.ts';
import { postsIn } from '../../../setup/posts.ts';
import { talkOf } from '../../../setup/talk.ts';
import type { Person } from '../../../setup/test-app.ts';

/* States, unknown places, VPNs, and what visitors state about where they are. */

const app = await testBackend();
const { call, ok, db, ports, makeCreator, makeFan } = app;
const { makePost } = postsIn(app);
const talk = talkOf(app);

const at = {
  california: '198.51.100.1',
  oregon: '198.51.100.2',
  someState: '198.51.100.3',
  germany: '198.51.100.4',
};
for (const ip of [at.california, at.oregon, at.someState]) ports.geo.countries.set(ip, 'US');
ports.geo.countries.set(at.germany, 'DE');
ports.geo.regions.set(at.california, 'California');
ports.geo.regions.set(at.oregon, 'Oregon');
// A name that our list of states doesn't have.
ports.geo.regions.set(at.someState, 'Alta California');
const nowhere = '10.0.0.1';

type Where = { ip: string; isVpn?: boolean; placePass?: string; region?: string; country?: string };
const statusAt = async (creator: Person, where: Where): Promise<number> =>
  (await call('GET /performers/:id', { params: { id: creator.username }, ...where })).status;
const asksAt = async (creator: Person, where: Where) =>
  ok('GET /block/place', { query: { path: `/${creator.username}` }, ...where });
const passOf = async (country: string, state?: string): Promise<string> =>
  (await ok('POST /block/place', { body: { country, ...(state ? { state } : {}) } })).pass;
const close = (
  creator: Person,
  body: { countries?: string[]; states?: string[]; unknown?: Doubtful; vpn?: Doubtful },
) => ok('POST /block/countries', { token: creator.token, body: { countries: [], ...body } });

describe('the codes of a place', () => {
  const us = { country: 'US', state: 'CA', isVpn: false, stated: null };
  test.each([
    ['a known state', us, ['US', 'US-CA']],
    ['an unknown state', { ...us, state: null }, ['US', 'US-ZZ', 'US-ZZ?']],
    ['an unknown country', { ...us, country: 'ZZ', state: null }, ['ZZ', 'ZZ?']],
    ['a VPN', { ...us, isVpn: true }, ['US', 'US-CA', 'VPN', 'VPN?']],
    [
      'a stated state settles the doubt, and counts',
      { ...us, state: null, stated: { country: 'US', state: 'OR' } },
      ['US', 'US-ZZ', 'US-OR'],
    ],
    [
      'another country can’t be stated where the address names one',
      { ...us, state: null, stated: { country: 'FR', state: '11' } },
      ['US', 'US-ZZ', 'US-ZZ?'],
    ],
    ['nor another state', { ...us, stated: { country: 'US', state: 'OR' } }, ['US', 'US-CA', 'US-OR']],
    [
      'an unknown country with a statement',
      { ...us, country: 'ZZ', state: null, stated: { country: 'FR', state: '11' } },
      ['ZZ', 'FR', 'FR-11'],
    ],
    [
      'a VPN with a statement: where its address is counts, too',
      { ...us, isVpn: true, stated: { country: 'FR', state: '11' } },
      ['US', 'US-CA', 'VPN', 'FR', 'FR-11'],
    ],
  ])('%s', (_, where, codes) => expect(new Set(placeCodes(where))).toEqual(new Set(codes)));
});

describe('closed states', () => {
  test('close the page to the state alone, by database or by proxy', async () => {
    const creator = await makeCreator();
    expect(await close(creator, { states: ['US-CA'] })).toMatchObject({ countries: [], states: ['US-CA'] });
    expect(await statusAt(creator, { ip: at.california })).toBe(404);
    expect(await statusAt(creator, { ip: at.oregon })).toBe(200);
    expect(await statusAt(creator, { ip: at.germany })).toBe(200);
    expect(await statusAt(creator, { ip: '8.8.8.8', country: 'US', region: 'CALIFORNIA' })).toBe(404);
    expect(await statusAt(creator, { ip: '8.8.8.8', country: 'US', region: 'CA' })).toBe(404);
    // What the database says of the address is about another country than the proxy's.
    expect(await statusAt(creator, { ip: at.california, country: 'DE' })).toBe(200);
  });

  test.each([
    ['allow', 200, false],
    ['ask', 404, true],
    ['refuse', 404, false],
  ] as const)('an unknown state in a country with closed states: %s', async (unknown, status, asked) => {
    const creator = await makeCreator();
    await close(creator, { states: ['US-CA'], unknown });
    expect(await statusAt(creator, { ip: at.someState })).toBe(status);
    expect(await asksAt(creator, { ip: at.someState })).toEqual({ asked, country: asked ? 'US' : null });
    // A known state settles it, and so does a country without closed states.
    expect(await statusAt(creator, { ip: at.oregon })).toBe(200);
    expect(await statusAt(creator, { ip: at.germany })).toBe(200);
    const stated = (state: string) =>
      passOf('US', state).then((placePass) => statusAt(creator, { ip: at.someState, placePass }));
    expect([await stated('OR'), await stated('CA')]).toEqual([unknown === 'refuse' ? 404 : 200, 404]);
  });

  test('keep the list when other settings are saved, and refuse states that don’t exist', async () => {
    const creator = await makeCreator();
    await close(creator, { states: ['US-CA', 'US-OR'], unknown: 'refuse', vpn: 'ask' });
    expect(await close(creator, { countries: ['FR'] })).toMatchObject({
      countries: ['FR'],
      states: ['US-CA', 'US-OR'],
      unknown: 'refuse',
      vpn: 'ask',
    });
    for (const states of [['US-XX'], ['XX-CA'], ['US'], ['US-ZZ'], ['US-ZZ?'], ['VPN']]) {
      const { status } = await call('POST /block/countries', {
        token: creator.token,
        body: { countries: [], states },
      });
      expect([states, status]).toEqual([states, 422]);
    }
    expect(await close(creator, { states: [], unknown: 'allow', vpn: 'allow' })).toMatchObject({
      states: [],
    });
    expect(await statusAt(creator, { ip: nowhere, isVpn: true })).toBe(200);
  });
});

describe('unknown countries and VPNs', () => {
  test.each([
    ['allow', 200, false],
    ['ask', 404, true],
    ['refuse', 404, false],
  ] as const)('%s', async (decision, status, asked) => {
    for (const [setting, where] of [
      [{ unknown: decision }, { ip: nowhere }],
      [{ vpn: decision }, { ip: at.germany, isVpn: true }],
    ] as const) {
      const creator = await makeCreator();
      await close(creator, { countries: ['FR'], ...setting });
      expect([await statusAt(creator, where), await asksAt(creator, where)]).toEqual([
        status,
        { asked, country: null },
      ]);
      const stating = async (country: string, state?: string) => {
        const answer = { ...where, placePass: await passOf(country, state) };
        return [await statusAt(creator, answer), (await asksAt(creator, answer)).asked];
      };
      expect(await stating('US', 'OR')).toEqual([decision === 'refuse' ? 404 : 200, false]);
      // Whoever states a closed place isn't asked again.
      expect(await stating('FR')).toEqual([404, false]);
    }
  });

  test('a list of addresses names VPNs as a proxy does', async () => {
    const creator = await makeCreator();
    ports.geo.vpns.add('203.0.113.77');
    await close(creator, { vpn: 'refuse' });
    expect(await statusAt(creator, { ip: '203.0.113.77' })).toBe(404);
    expect(await statusAt(creator, { ip: at.germany })).toBe(200);
  });

  test('a fan’s session remembers the place: live events and mass messages follow it', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const { _id: conversation } = await talk.open(fan, creator);
    await talk.send(fan, conversation, 'Hello');
    const reached = async () => {
      ports.clock.move('30s');
      ports.transport.clear();
      await talk.send(creator, conversation, 'Are you there?');
      return ports.transport
        .of('message/created')
        .some(({ room }) => room === rooms.account(fan.id) || room === rooms.session(fan.viewer.sessionId));
    };
    const connect = async (where: Where) => {
      const nothing = () => {};
      const session = await app.backend.connect(
        { id: ports.ids(), join: nothing, leave: nothing, emit: nothing, disconnect: nothing },
        { token: fan.token, ...where },
      );
      session.closed();
    };
    await close(creator, { states: ['US-CA'], vpn: 'ask' });
    await connect({ ip: at.california });
    expect(await reached()).toBe(false);
    await connect({ ip: at.oregon });
    expect(await reached()).toBe(true);
    await connect({ ip: at.oregon, isVpn: true });
    expect(await reached()).toBe(false);
    await connect({ ip: at.oregon, isVpn: true, placePass: await passOf('US', 'OR') });
    expect(await reached()).toBe(true);
    const [session] = await db.select().from(sessions).where(eq(sessions.id, fan.viewer.sessionId));
    expect(session?.places).toEqual(['US', 'US-OR', 'VPN']);
  });
});

describe('the question where a visitor is', () => {
  test('is asked of items, too, and of nobody to whom they stay closed', async () => {
    const [creator, fan] = [await makeCreator(), await makeFan()];
    const post = await makePost(creator.id);
    await close(creator, { countries: ['DE'], unknown: 'ask' });
    const asked = async (path: string, more: Partial<Where> & { token?: string } = {}) =>
      (await ok('GET /block/place', { query: { path }, ip: nowhere, ...more })).asked;
    expect(await asked(`/feeds/${post}`)).toBe(true);
    expect(await asked(`/feeds/${post}?from=x`)).toBe(true);
    expect(await asked(`/videos/${post}`)).toBe(false);
    expect(await asked(`/feeds/${ports.ids()}`)).toBe(false);
    for (const path of [
      '',
      '/',
      '//',
      '/feeds',
      '/feeds/x',
      '/constructor/x',
      `/${creator.username}/x`,
      '/%00',
    ])
      expect([path, await asked(path)]).toEqual([path, false]);
    // The place is known, and closed: there is no such creator.
    expect(await asked(`/${creator.username}`, { ip: at.germany })).toBe(false);
    await ok('POST /block/users', { token: creator.token, body: { userId: fan.id } });
    expect(await asked(`/${creator.username}`, { token: fan.token })).toBe(false);
    expect(await asked(`/${creator.username}`)).toBe(true);
  });

  test('is answered with a place that exists', async () => {
    const state = (body: { country: string; state?: string }) => call('POST /block/place', { body });
    expect((await state({ country: 'XX' })).problem.errors).toMatchObject([{ field: 'country' }]);
    expect((await state({ country: 'US' })).problem.errors).toMatchObject([{ field: 'state' }]);
    expect((await state({ country: 'US', state: 'XX' })).status).toBe(422);
    expect((await state({ country: 'FR', state: 'CA' })).status).toBe(422);
    expect((await state({ country: 'FR' })).status).toBe(200);
  });

  test('a pass that was changed, or is old, counts for nothing', async () => {
    const pass = await passOf('US', 'OR');
    expect(readPass(app, pass)).toEqual({ country: 'US', state: 'OR' });
    expect(readPass(app, await passOf('FR'))).toEqual({ country: 'FR', state: null });
    const forged = [
      pass.replace('US-OR', 'US-CA'),
      pass.replace(/\.\d+\./, (until) => `.${Number(until.slice(1, -1)) + 1}.`),
      pass.slice(0, -1),
      `${pass}x`,
      '',
      'US-OR',
      'x'.repeat(10_000),
    ];
    for (const each of forged) expect([each, readPass(app, each)]).toEqual([each, null]);
    ports.clock.move('31d');
    expect(readPass(app, pass)).toBeNull();
    const creator = await makeCreator();
    await close(creator, { unknown: 'ask' });
    expect(await statusAt(creator, { ip: nowhere, placePass: pass })).toBe(404);
  });
});

test('a preview shows the page as seen from a state, an unknown one, or behind a VPN', async () => {
  const creator = await makeCreator();
  await close(creator, { states: ['US-CA'], unknown: 'ask', vpn: 'refuse' });
  const preview = async (query: { state?: string; vpn?: 'true' | 'false' }, country = 'US') =>
    (
      await ok('GET /block/countries/preview/:country', {
        token: creator.token,
        params: { country },
        query,
      })
    ).closed;
  expect([
    await preview({ state: 'CA' }),
    await preview({ state: 'OR' }),
    await preview({}),
    await preview({}, 'FR'),
    await preview({}, 'ZZ'),
    await preview({ vpn: 'true' }, 'FR'),
    await preview({ vpn: 'false' }, 'FR'),
  ]).toEqual(['country', null, 'asks', null, 'asks', 'country', null]);
});
