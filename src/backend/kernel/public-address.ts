import ipaddr from 'ipaddr.js';

/** What is routed on the Internet (RFC 4291). Everything else of IPv6 is unassigned or stays in a network. */
const routedIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address is on the public Internet: not private, local, reserved or mapped into another. */
export function isPublicAddress(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  if (address.range() !== 'unicast') return false;
  return !(address instanceof ipaddr.IPv6) || address.match(routedIpv6);
}

/** Names that never leave a network. */
const localNames =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|lan|home|corp|test|invalid|example|arpa)$/;

function hasPublicHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (ipaddr.isValid(host)) return isPublicAddress(host);
  return host.includes('.') && !localNames.test(host);
}

const hasCredentials = (url: URL): boolean => url.username !== '' || url.password !== '';

/**
 * Whether the server may send to an address that a person named: HTTPS on its usual port, without credentials,
 * on the public Internet. What a name resolves to is checked when it is sent to, because it may change. One
 * origin can be excepted, for tests.
 */
export function isPublicUrl(url: URL, exceptOrigin: string | null = null): boolean {
  if (hasCredentials(url)) return false;
  if (exceptOrigin !== null && url.origin === exceptOrigin) return true;
  return url.protocol === 'https:' && url.port === '' && hasPublicHost(url);
}
