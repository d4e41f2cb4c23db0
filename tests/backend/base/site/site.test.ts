import { expect, test } from 'vitest';
import { promos } from '#backend/db/schema/operator.ts';
import { contactMessages } from '#backend/db/schema/site.ts';
import { showSitePost, writeSitePost } from '#backend/domain/across/operator/posts.ts';
import { cleanSiteHtml } from '#backend/domain/base/site/sanitize-html.ts';
import { testBackend } from '../../../setup/backend.ts';

const { backend, call, ctx, ok, raw, db, ports, settings } = await testBackend();
const demo = await testBackend({ config: { demo: true } });

test("the public settings have the specification's defaults and name the current gateway", async () => {
  expect(await ok('GET /settings/public')).toMatchObject({
    siteName: 'Limelight',
    requireEmailVerification: false,
    stripePublishableKey: null,
    paymentGateway: 'sandbox',
    freeSubscriptionEnabled: true,
    freeSubscriptionDuration: 1,
    minimumSubscriptionPrice: 2.95,
    maximumSubscriptionPrice: 300,
    minimumWalletPrice: 2.95,
    maximumWalletPrice: 300,
    minimumTipPrice: 10,
    maximumTipPrice: 10_000,
    minimumPayoutAmount: 50,
    voiceMessageSeconds: 300,
    liveStreams: true,
    favicon: '/favicon.ico',
    passwordHashing: 'false',
    currency: 'USD',
    tokenRate: 20,
    demo: null,
  });
});

test('every site says what it is built from, unless the operator wrote another page', async () => {
  const ask = () => ok('GET /posts/:id', { params: { id: 'licenses' } });
  const page = await ask();
  expect(page).toMatchObject({ slug: 'licenses', kind: 'page', title: 'Licenses' });
  for (const part of ['ODbL', 'GeoNames', 'GPL 3.0', '<h3>MIT</h3>', 'next 16.'])
    expect(page.html).toContain(part);
  expect(page.html).toBe(await cleanSiteHtml(page.html));
  const operator = { ...ctx, actor: 'test', actorId: null };
  const own = {
    slug: 'licenses',
    title: 'Ours',
    summary: '',
    html: '<p>Ours</p>',
    kind: 'page',
    changes: null,
  } as const;
  await writeSitePost(operator, own);
  await showSitePost(operator, 'licenses', true);
  expect(await ask()).toMatchObject({ title: 'Ours', html: '<p>Ours</p>' });
});

test('the demo accounts are shown only in the demo', async () => {
  expect((await demo.ok('GET /settings/public')).demo).toEqual({
    user: 'demo-fan',
    performer: 'demo-creator',
    password: 'limelight',
  });
});

test('settings by name: only public ones, whatever is requested', async () => {
  const keys = [
    'siteName',
    'tokenRate',
    'payoutHoldDays',
    'contactEmail',
    'blockedCountries',
    '__proto__',
    'constructor',
    'nothing',
  ];
  expect(await ok('POST /settings/keys', { body: { keys } })).toEqual({
    siteName: 'Limelight',
    tokenRate: 20,
  });
  expect((await raw('POST /settings/keys', { body: { keys: 'siteName' } })).status).toBe(422);
});

test('the site is closed to the countries in the setting', async () => {
  ports.geo.countries.set('192.0.2.9', 'FR');
  expect(await ok('GET /block/countries/check', { ip: '192.0.2.9' })).toEqual({ blocked: false });
  await settings.set('blockedCountries', ['FR', 'DE']);
  expect(await ok('GET /block/countries/check', { ip: '192.0.2.9' })).toEqual({ blocked: true });
  expect(await ok('GET /block/countries/check', { ip: '192.0.2.10' })).toEqual({ blocked: false });
  await settings.set('blockedCountries', []);
});

test('a message to the operator is stored and emailed, at most five an hour', async () => {
  const body = {
    name: 'Eve\r\nBcc: all@example.com',
    email: 'eve@example.com',
    subject: 'Hello\nthere',
    message: 'A message of some length.',
  };
  const statuses = [];
  for (let time = 0; time < 6; time += 1)
    statuses.push((await call('POST /contact', { body, ip: '192.0.2.20' })).status);
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  expect(await db.$count(contactMessages)).toBe(5);
  while ((await backend.runJobs()) > 0);
  const [mail] = ports.mailer.sent;
  expect(mail).toMatchObject({ to: 'operator@limelight.test', subject: '[Limelight] Hello there' });
  expect(mail?.text.split('\n')[0]).toBe('From: Eve Bcc: all@example.com <eve@example.com>');
  expect((await raw('POST /contact', { body: { ...body, message: 'short' }, ip: '192.0.2.21' })).status).toBe(
    422,
  );
});

test('about 250 countries in the specification’s shape', async () => {
  const { data, total } = await ok('GET /countries/list');
  expect(total).toBe(data.length);
  expect(total).toBeGreaterThan(240);
  expect(new Set(data.map(({ code }) => code)).size).toBe(total);
  const byCode = Object.fromEntries(data.map((country) => [country.code, country]));
  expect(byCode['DE']).toEqual({
    name: 'Germany',
    code: 'DE',
    capital: 'Berlin',
    region: 'EU',
    demonym: 'German',
    currency: { code: 'EUR', name: 'Euro', symbol: '€' },
    language: { code: 'de', name: 'German', iso639_2: 'deu', nativeName: 'Deutsch' },
    flag: 'https://limelight.test/flags/de.svg',
  });
  expect(byCode['US']).toMatchObject({ region: 'NA', capital: 'Washington D.C.', language: { code: 'en' } });
  expect(byCode['BR']).toMatchObject({ region: 'SA', language: { code: 'pt' } });
  expect(byCode['AQ']).toMatchObject({
    region: 'AN',
    capital: '',
    language: { code: null, name: '' },
    currency: { code: '', name: '', symbol: null },
  });
  // The language most people there speak, of three official ones.
  expect(byCode['BE']?.language.code).toBe('nl');
  expect(new Set(data.map(({ region }) => region))).toEqual(
    new Set(['AS', 'EU', 'AF', 'OC', 'NA', 'SA', 'AN']),
  );
});

test('languages and country calling codes', async () => {
  const languages = await ok('GET /languages/list');
  expect(languages.data).toContainEqual({ code: 'fr', name: 'French', nativeName: 'français' });
  expect(languages.total).toBeGreaterThan(170);
  const { data } = await ok('GET /phone-codes/list');
  const of = (code: string) => data.find(({ countryCode }) => countryCode === code)?.code;
  expect([of('US'), of('CA'), of('KZ'), of('GB'), of('VA'), of('AQ'), of('NO')]).toEqual([
    '+1',
    '+1',
    '+7',
    '+44',
    '+379',
    undefined,
    '+47',
  ]);
});

test('only active promotions', async () => {
  const promo = (title: string, isActive: boolean) => ({
    id: ports.ids(),
    title,
    text: 'x',
    href: '/search',
    isActive,
    createdAt: ports.clock.now(),
  });
  await db.insert(promos).values([promo('Now', true), promo('Then', false)]);
  expect((await ok('GET /site-promo/search')).data.map(({ title }) => title)).toEqual(['Now']);
});

test('states of a country, and cities of a state by their beginning, without regard to accents or case', async () => {
  expect(await ok('GET /states/:country', { params: { country: 'US' } })).toEqual({
    data: [
      { code: 'CA', name: 'California' },
      { code: 'OR', name: 'Oregon' },
    ],
    total: 2,
  });
  expect(await ok('GET /states/:country', { params: { country: 'VA' } })).toEqual({ data: [], total: 0 });
  const cities = (query: { q?: string; offset?: number; limit?: number }, state = 'CA') =>
    ok('GET /cities/:country/:state', { params: { country: 'US', state }, query });
  expect(await cities({ q: 'SAN JOSE' })).toEqual({ data: [{ name: 'San José' }], total: 1 });
  expect(await cities({ q: 'san', offset: 1, limit: 1 })).toEqual({
    data: [{ name: 'San Francisco' }],
    total: 3,
  });
  expect((await cities({}, 'OR')).data.map(({ name }) => name)).toEqual(['Portland', 'Salem']);
});

test('places that don’t exist', async () => {
  const status = async (country: string, state?: string) =>
    state
      ? (await raw('GET /cities/:country/:state', { params: { country, state } })).status
      : (await raw('GET /states/:country', { params: { country } })).status;
  expect(await status('XX')).toBe(404);
  expect(await status('us')).toBe(404);
  expect(await status('US', 'TX')).toBe(404);
  expect(await status('XX', 'CA')).toBe(404);
  expect(await status('US', 'a-very-long-one')).toBe(404);
});
