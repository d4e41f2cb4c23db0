import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { unknownCountry } from '#lib/country-names.ts';
import type { Peer } from '../../kernel/context.ts';

/**
 * The visitor's IP address. Each proxy appends the address it received the request from to `X-Forwarded-For`.
 * With `trusted` proxies, the entry that many from the right is the visitor's; anything left of it can be
 * forged.
 */
export function clientAddress(request: IncomingMessage, trusted: number): string {
  const direct = plainAddress(request.socket.remoteAddress ?? '');
  if (trusted === 0) return direct;
  const chain = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => plainAddress(part.trim()))
    .filter(Boolean);
  return chain.at(-trusted) ?? direct;
}

/**
 * Normalizes an address: without the port or zone that some proxies add, and IPv4 mapped into IPv6 as IPv4.
 * Anything that isn't an address is returned unchanged.
 */
export function plainAddress(given: string): string {
  const bare = given
    .replace(/^\[([^\]]+)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');
  return isIP(bare) === 0 ? given : ipaddr.process(bare).toString();
}

interface Proxies {
  readonly TRUSTED_PROXIES: number;
  readonly COUNTRY_HEADER?: string | undefined;
}

/** The client's address, and its country if a trusted proxy reports it with this request. */
export function peerOf(
  request: IncomingMessage,
  { TRUSTED_PROXIES: trusted, COUNTRY_HEADER: header }: Proxies,
): Peer {
  const ip = clientAddress(request, trusted);
  const country = header && trusted > 0 ? countryFromHeader(request.headers[header]) : null;
  return country === null ? { ip } : { ip, country };
}

/**
 * XX means that the proxy doesn't know, so the address is looked up. T1 is Tor, where the exit node says
 * nothing about the user's country.
 */
function countryFromHeader(header: string | string[] | undefined): string | null {
  const code = typeof header === 'string' ? header.trim().toUpperCase() : '';
  if (code === 'T1') return unknownCountry;
  return /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : null;
}
