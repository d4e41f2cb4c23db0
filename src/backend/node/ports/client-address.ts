import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { unknownCountry } from '#lib/country-names.ts';
import type { Peer } from '../../kernel/context.ts';

/**
 * The visitor's address. Each proxy appends whom it heard from to `X-Forwarded-For`, so with `trusted`
 * proxies of ours the entry that many from the right is the first we didn't write ourselves; what stands left
 * of it anybody could have sent.
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
 * One spelling for each address: without the port that some proxies add or a zone, IPv4 as IPv4 however it is
 * wrapped. What isn't an address stays as it is.
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

/**
 * Who asks, and from which country where a trusted proxy says so with this very request: nothing is
 * remembered of it.
 */
export function peerOf(
  request: IncomingMessage,
  { TRUSTED_PROXIES: trusted, COUNTRY_HEADER: header }: Proxies,
): Peer {
  const ip = clientAddress(request, trusted);
  const country = header && trusted > 0 ? countryTold(request.headers[header]) : null;
  return country === null ? { ip } : { ip, country };
}

/**
 * XX: the proxy doesn't know either, so the address is looked up. T1: a way through Tor, whose end says
 * nothing of where it began.
 */
function countryTold(header: string | string[] | undefined): string | null {
  const told = typeof header === 'string' ? header.trim().toUpperCase() : '';
  if (told === 'T1') return unknownCountry;
  return /^[A-Z]{2}$/.test(told) && told !== 'XX' ? told : null;
}
