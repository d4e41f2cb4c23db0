import type { IncomingMessage } from 'node:http';

/**
 * The visitor's address. Each proxy appends whom it heard from to `X-Forwarded-For`, so with `trusted` proxies of ours the entry that many
 * from the right is the first we didn't write ourselves; what stands left of it anybody could have sent.
 */
export function clientAddress(request: IncomingMessage, trusted: number): string {
  const direct = plain(request.socket.remoteAddress ?? '');
  if (trusted === 0) return direct;
  const chain = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => plain(part.trim()))
    .filter(Boolean);
  return chain.at(-trusted) ?? direct;
}

/** An IPv4 address that a dual-stack socket reports in IPv6 clothes. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');
