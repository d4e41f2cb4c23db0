import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { Reader, type Response } from 'maxmind';
import type { GeoLookup } from '../../ports.ts';
import { plainAddress } from './client-address.ts';

/** Countries of IPv4 and IPv6 addresses from the installed database: 8 MB, read once. */
export function createGeo(): GeoLookup {
  const require = createRequire(import.meta.url);
  const reader = new Reader<{ country_code?: string } & Response>(
    readFileSync(require.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')),
  );
  return {
    country(given) {
      const ip = plainAddress(given);
      const country = isIP(ip) === 0 ? undefined : reader.get(ip)?.country_code;
      return country !== undefined && /^[A-Z]{2}$/.test(country) && country !== 'ZZ' ? country : null;
    },
  };
}
