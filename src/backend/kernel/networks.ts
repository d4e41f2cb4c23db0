import ipaddr from 'ipaddr.js';
import type { RequestFacts } from './context.ts';

/**
 * Of an IPv6 address, what a line of one household or one server is given: it has all the addresses behind
 * that, so they count as one.
 */
const networkBits = 64;

/**
 * What a limit counts an address as: an IPv4 address as itself, in IPv6 clothes too, an IPv6 address as its
 * network.
 */
export function networkOf({ ip }: Pick<RequestFacts, 'ip'>): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/${networkBits}`).toString()}/${networkBits}`;
}
