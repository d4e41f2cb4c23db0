import ipaddr from 'ipaddr.js';
import type { RequestFacts } from './context.ts';

/**
 * Providers give each household or server an IPv6 network of this many bits. All addresses in it count as
 * one.
 */
const networkBits = 64;

/**
 * The key a rate limit counts an address under: an IPv4 address itself (also when mapped into IPv6), or the
 * network of an IPv6 address.
 */
export function toNetwork({ ip }: Pick<RequestFacts, 'ip'>): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/${networkBits}`).toString()}/${networkBits}`;
}
