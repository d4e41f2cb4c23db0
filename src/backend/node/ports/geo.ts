import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import ipaddr from 'ipaddr.js';
import { type CityResponse, Reader, type Response } from 'maxmind';
import type { GeoLookup, Located } from '../../ports/ports.ts';
import { StartError } from '../process/start-error.ts';
import { readAddressRanges } from './address-ranges.ts';
import { plainAddress } from './client-address.ts';

export interface GeoOptions {
  /** A city or region database in MaxMind's format, for states. */
  readonly GEO_REGION_DB?: string | undefined;
  /** A list of networks of VPNs and data centers. */
  readonly VPN_RANGES?: string | undefined;
  /** What trusted proxies report with each request. */
  readonly TRUSTED_PROXIES?: number;
  readonly REGION_HEADER?: string | undefined;
  readonly VPN_HEADER?: string | undefined;
}

type CountryRecord = { country_code?: string } & Response;
/** As ip-location-db writes it (`state1`); MaxMind's own has `subdivisions`. */
type RegionRecord = { country_code?: string; state1?: string } & CityResponse;

const countryIn = (code: string | undefined): string | null =>
  code !== undefined && /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? code : null;

function openRegions(path: string): Reader<RegionRecord> {
  try {
    return new Reader<RegionRecord>(readFileSync(path));
  } catch (error) {
    throw new StartError(`GEO_REGION_DB can’t be read: ${(error as Error).message}`);
  }
}

/** Networks at home, in a company or between containers are in no country; the databases place some of them. */
const isPublic = (ip: string): boolean => ipaddr.process(ip).range() === 'unicast';

const pickCountry = ({ country_code: code, country }: RegionRecord): string | undefined =>
  code ?? country?.iso_code;

/** The state that a region database gives, if it agrees with the other database about the country. */
export function findRegion(record: RegionRecord, country: string | null): string | null {
  if (pickCountry(record) !== country) return null;
  const [largest] = record.subdivisions ?? [];
  return record.state1 || (largest?.names.en ?? largest?.iso_code ?? null);
}

/**
 * Countries of IPv4 and IPv6 addresses from the installed database: 8 MB, read once. States and VPNs only where
 * the operator has named a source for them.
 * @throws StartError when one of these can't be read.
 */
export function createGeo(options: GeoOptions = {}): GeoLookup {
  const require = createRequire(import.meta.url);
  const countries = new Reader<CountryRecord>(
    readFileSync(require.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')),
  );
  const regions = options.GEO_REGION_DB ? openRegions(options.GEO_REGION_DB) : null;
  const isVpn = options.VPN_RANGES ? readAddressRanges(options.VPN_RANGES) : () => false;
  const isProxied = (options.TRUSTED_PROXIES ?? 0) > 0;
  return {
    locate(given): Located {
      const ip = plainAddress(given);
      if (!ipaddr.isValid(ip)) return { country: null, region: null, isVpn: false };
      if (!isPublic(ip)) return { country: null, region: null, isVpn: isVpn(ip) };
      const country = countryIn(countries.get(ip)?.country_code);
      const record = regions?.get(ip);
      return { country, region: record ? findRegion(record, country) : null, isVpn: isVpn(ip) };
    },
    knows: {
      regions: regions !== null || (isProxied && Boolean(options.REGION_HEADER)),
      vpns: Boolean(options.VPN_RANGES) || (isProxied && Boolean(options.VPN_HEADER)),
    },
  };
}
