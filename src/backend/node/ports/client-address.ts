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
  readonly REGION_HEADER?: string | undefined;
  readonly VPN_HEADER?: string | undefined;
}

/**
 * The client's address, what a trusted proxy reports with this request about its place, and what the visitor
 * stated about it. Without trusted proxies, no header is believed.
 */
export function identifyPeer(request: IncomingMessage, proxies: Proxies): Peer {
  const trusted = proxies.TRUSTED_PROXIES;
  const read = (header: string | undefined): string => {
    const value = header && trusted > 0 ? request.headers[header] : undefined;
    return typeof value === 'string' ? value.trim() : '';
  };
  const code = read(proxies.COUNTRY_HEADER).toUpperCase();
  const country = countryFromHeader(code);
  const region = decodeHeader(read(proxies.REGION_HEADER)).slice(0, 100);
  const placePass = /(?:^|;\s*)place=([^;]{1,200})/.exec(request.headers.cookie ?? '')?.[1];
  return {
    ip: clientAddress(request, trusted),
    ...(country === null ? {} : { country }),
    ...(region === '' ? {} : { region }),
    ...(code === 'T1' || isYes(read(proxies.VPN_HEADER)) ? { isVpn: true } : {}),
    ...(placePass === undefined ? {} : { placePass }),
  };
}

/** Node reads headers as Latin-1, while proxies write names of places in UTF-8. */
const decodeHeader = (header: string): string => Buffer.from(header, 'latin1').toString('utf8');
/** Whatever word a proxy uses for it (`true`, `1`, `vpn`, `hosting`), except those that deny it. */
const isYes = (header: string): boolean =>
  header !== '' && !/^(?:0|false|no|none|residential)$/i.test(header);

/**
 * XX means that the proxy doesn't know, so the address is looked up. T1 is Tor, where the exit node says
 * nothing about the user's country.
 */
function countryFromHeader(code: string): string | null {
  if (code === 'T1') return unknownCountry;
  return /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : null;
}
