import ipaddr from 'ipaddr.js';

/** Whether an IP address is on the public Internet: not private, local, reserved or mapped into another. */
export const isPublicAddress = (ip: string): boolean =>
  ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'unicast';

/** Names that never leave a network. */
const localNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|test|invalid|example|arpa)$/;

function hasPublicHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (ipaddr.isValid(host)) return isPublicAddress(host);
  return host.includes('.') && !localNames.test(host);
}

/**
 * Whether the server may send to an endpoint that a browser named: an HTTPS address on the public Internet.
 * What a name resolves to is checked when it is sent to, because it may change.
 */
export function isAllowedEndpoint(endpoint: string, testOrigin: string | null): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '') return false;
  if (testOrigin !== null && url.origin === testOrigin) return true;
  return url.protocol === 'https:' && url.port === '' && hasPublicHost(url);
}
