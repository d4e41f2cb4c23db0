import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readAddressRanges } from '#backend/node/ports/address-ranges.ts';
import { createGeo, findRegion } from '#backend/node/ports/geo.ts';

const folder = mkdtempSync(join(tmpdir(), 'limelight-geo-'));
function fileWith(text: string): string {
  const path = join(folder, `${Math.random()}.txt`);
  writeFileSync(path, text);
  return path;
}

describe('a list of networks', () => {
  const path = fileWith(`# VPNs
198.51.100.0/25
198.51.100.128/26 # joins the one before
203.0.113.9

2001:db8:1::/48
192.0.2.77/24
`);
  const holds = readAddressRanges(path);
  test.each([
    ['198.51.100.0', true],
    ['198.51.100.191', true],
    ['198.51.100.192', false],
    ['198.51.99.255', false],
    ['203.0.113.9', true],
    ['203.0.113.10', false],
    ['192.0.2.0', true],
    ['192.0.2.255', true],
    ['2001:db8:1:ffff::1', true],
    ['2001:db8:2::', false],
    ['::', false],
    ['255.255.255.255', false],
    ['unknown', false],
  ])('%s: %s', (ip, found) => expect(holds(ip)).toBe(found));

  test('a line that isn’t a network, and a missing file, end the start', () => {
    expect(() => readAddressRanges(fileWith('198.51.100.0/25\nnonsense\n'))).toThrow(/line 2 .*nonsense/);
    expect(() => readAddressRanges(fileWith('198.51.100.0/33\n'))).toThrow(/line 1/);
    expect(() => readAddressRanges(join(folder, 'missing'))).toThrow(/VPN_RANGES/);
    expect(() => createGeo({ GEO_REGION_DB: join(folder, 'missing') })).toThrow(/GEO_REGION_DB/);
    expect(() => createGeo({ GEO_REGION_DB: path })).toThrow(/GEO_REGION_DB/);
  });

  test('tells VPNs from other addresses, and what the site knows', () => {
    const geo = createGeo({ VPN_RANGES: fileWith('8.8.8.0/24\n') });
    expect(geo.locate('8.8.8.8')).toEqual({ country: 'US', region: null, isVpn: true });
    expect(geo.locate('::ffff:8.8.8.8').isVpn).toBe(true);
    expect(geo.locate('193.99.144.80')).toEqual({ country: 'DE', region: null, isVpn: false });
    expect(geo.knows).toEqual({ regions: false, vpns: true });
    const proxied = { REGION_HEADER: 'cf-region', VPN_HEADER: 'x-vpn' };
    expect(createGeo({ ...proxied, TRUSTED_PROXIES: 1 }).knows).toEqual({ regions: true, vpns: true });
    expect(createGeo({ ...proxied, TRUSTED_PROXIES: 0 }).knows).toEqual({ regions: false, vpns: false });
  });
});

test('a state of a region database, as ip-location-db and as MaxMind write it', () => {
  const largest = { geoname_id: 1, iso_code: 'BY', names: { en: 'Bavaria' } };
  const maxmind = { country: { geoname_id: 2, iso_code: 'DE', names: { en: 'Germany' } } };
  expect(findRegion({ country_code: 'DE', state1: 'Bavaria' }, 'DE')).toBe('Bavaria');
  expect(findRegion({ country_code: 'DE', state1: '' }, 'DE')).toBeNull();
  expect(findRegion({ ...maxmind, subdivisions: [largest] }, 'DE')).toBe('Bavaria');
  expect(findRegion({ ...maxmind }, 'DE')).toBeNull();
  // Where the two databases disagree about the country, the state would be of another one.
  expect(findRegion({ country_code: 'AT', state1: 'Tyrol' }, 'DE')).toBeNull();
});
