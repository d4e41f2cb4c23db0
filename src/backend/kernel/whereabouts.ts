import { unknownCountry } from '#lib/country-names.ts';
import type { Ports } from '../ports/ports.ts';
import type { BackendConfig, Peer, RequestFacts } from './context.ts';

/*
 * Where a visitor is, as a list of codes. A creator's closed places are stored as the same codes, so one
 * question answers everything: is one of the visitor's codes among the closed ones?
 *
 *   US       a country; ZZ when it is unknown
 *   US-CA    a state; US-ZZ when it is unknown
 *   VPN      an address of a VPN or a data center, behind which anybody can be anywhere
 *   ZZ? …    the same doubt (ZZ?, US-ZZ?, VPN?) until the visitor has stated where they are
 */

/** Addresses of VPNs and data centers. */
export const vpnCode = 'VPN';
/** A code that counts until the visitor has stated where they are. */
export const untilStated = (code: string): string => `${code}?`;
export const isUntilStated = (code: string): boolean => code.endsWith('?');
export const stateCode = (country: string, state: string | null): string =>
  `${country}-${state ?? unknownCountry}`;

/** What a visitor stated about where they are. */
export interface Statement {
  readonly country: string;
  /** Null for a country without states. */
  readonly state: string | null;
}
/** What is known of a visitor's place. */
export interface Whereabouts {
  /** `unknownCountry` when it isn't known. */
  readonly country: string;
  readonly state: string | null;
  readonly isVpn: boolean;
  readonly stated: Statement | null;
}

function addressCodes({ country, state }: Pick<Whereabouts, 'country' | 'state'>): string[] {
  return country === unknownCountry ? [country] : [country, stateCode(country, state)];
}

/** Whether the address leaves open in which country someone is. */
const isAnywhere = ({ country, isVpn }: Whereabouts): boolean => isVpn || country === unknownCountry;

/** What a statement adds: a place where the address names none, or the state within the country it names. */
function statedCodes(where: Whereabouts): string[] {
  const { stated, country } = where;
  if (!stated || !(isAnywhere(where) || stated.country === country)) return [];
  return addressCodes(stated);
}

/** What is open until the visitor has stated it. */
function doubts(where: Whereabouts): string[] {
  const { country, state, isVpn, stated } = where;
  const codes = [
    ...(country === unknownCountry && !stated ? [unknownCountry] : []),
    ...(isVpn && !stated ? [vpnCode] : []),
    ...(country !== unknownCountry && state === null && stated?.country !== country
      ? [stateCode(country, null)]
      : []),
  ];
  return codes.map(untilStated);
}

/**
 * The codes of a place. Those of the address always count; a statement adds to them and only settles doubts, so
 * that nobody opens a closed place by stating another one.
 */
export const placeCodes = (where: Whereabouts): string[] => [
  ...new Set([
    ...addressCodes(where),
    ...(where.isVpn ? [vpnCode] : []),
    ...statedCodes(where),
    ...doubts(where),
  ]),
];

type Parts = { readonly ports: Pick<Ports, 'crypto' | 'clock' | 'geo' | 'places'> } & {
  readonly config: Pick<BackendConfig, 'secret'>;
};

const STATEMENT_DAYS = 30;
const DAY_MS = 86_400_000;
const signed = ({ ports, config }: Parts, text: string): string =>
  ports.crypto.hmac(config.secret, `place:${text}`);

/** The statement as the cookie `place` holds it: signed, so that only what was checked comes back. */
export function passFor(
  parts: Parts,
  { country, state }: Statement,
): { readonly pass: string; readonly expiresAt: Date } {
  const expiresAt = new Date(parts.ports.clock.now().getTime() + STATEMENT_DAYS * DAY_MS);
  const text = `${country}-${state ?? ''}.${Math.floor(expiresAt.getTime() / 1_000)}`;
  return { pass: `${text}.${signed(parts, text)}`, expiresAt };
}

/** Null for a pass that wasn't signed here or has expired. */
export function readPass(parts: Parts, pass: string | undefined): Statement | null {
  const found = /^(([A-Z]{2})-([A-Z0-9]{0,10})\.(\d{1,12}))\.([\w-]{1,100})$/.exec(pass ?? '');
  if (!found) return null;
  const [, text = '', country = '', state = '', until, signature = ''] = found;
  const { clock, crypto } = parts.ports;
  if (Number(until) * 1_000 <= clock.now().getTime()) return null;
  if (!crypto.equal(signature, signed(parts, text))) return null;
  return { country, state: state || null };
}

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[\p{M}\s'’.-]/gu, '')
    .toLowerCase();
/** Digits mean different states in different lists of codes; letters are ISO's in all of them. */
const isLetterCode = (region: string): boolean => /^[A-Z]{2,3}$/.test(region);

/**
 * The code of a state that an address database or a proxy names. Null for one that our list of states doesn't
 * have: better unknown than taken for another state.
 */
async function findStateCode(
  { ports }: Parts,
  country: string,
  region: string | null,
): Promise<string | null> {
  if (region === null || country === unknownCountry) return null;
  const states = await ports.places.listStates(country);
  const found =
    states.find(({ name }) => plain(name) === plain(region)) ??
    (isLetterCode(region) ? states.find(({ code }) => code === region) : undefined);
  return found?.code ?? null;
}

/**
 * The country and the codes of a request's peer. Null for a call that the server makes itself, which no rule
 * about places applies to.
 */
export async function locatePeer(
  parts: Parts,
  peer: Peer,
): Promise<Required<Pick<RequestFacts, 'country' | 'places'>>> {
  if (peer.country === null) return { country: null, places: null };
  const found = parts.ports.geo.locate(peer.ip);
  const country = peer.country ?? found.country ?? unknownCountry;
  // What the database says of the address is about another place where a proxy names another country.
  const region = peer.region ?? (country === found.country ? found.region : null);
  const where = {
    country,
    state: await findStateCode(parts, country, region),
    isVpn: found.isVpn || peer.isVpn === true,
    stated: readPass(parts, peer.placePass),
  };
  return { country, places: placeCodes(where) };
}

/** The codes of a request's place; null for a call that the server makes itself. */
export const requestPlaces = ({
  country,
  places,
}: Pick<RequestFacts, 'country' | 'places'>): readonly string[] | null =>
  country === null ? null : (places ?? [country]);

/** The same as one string for a placeholder `…::text::text[]`, which is null where no rule applies. */
export function placeList(request: Pick<RequestFacts, 'country' | 'places'>): string | null {
  const places = requestPlaces(request);
  return places && `{${places.join(',')}}`;
}
