import { limits } from '#config/limits.ts';
import type { Ports } from '../../../../ports/ports.ts';

type Signer = {
  readonly ports: Pick<Ports, 'crypto' | 'clock'>;
  readonly config: { readonly secret: string };
};
interface Claim {
  readonly productId: string;
  readonly accountId: string;
  /** In seconds. */
  readonly expires: number;
}

const sign = ({ ports, config }: Signer, { productId, accountId, expires }: Claim): string =>
  ports.crypto.hmac(config.secret, `archive\n${productId}\n${accountId}\n${expires}`);

/**
 * Works in a browser where this account is logged in, long enough for a download that is interrupted and
 * resumed. Whether the files may be downloaded is decided anew by each request.
 */
export function archiveAddress(
  signer: Signer,
  id: { readonly productId: string; readonly accountId: string },
): { url: string; expiresAt: string } {
  const expires = Math.floor(signer.ports.clock.now().getTime() / 1000) + limits.archive.hours * 3600;
  return {
    url: `/media/archive/${id.productId}?e=${expires}&s=${sign(signer, { ...id, expires })}`,
    expiresAt: new Date(expires * 1000).toISOString(),
  };
}

/** Whether an address is that of a ZIP of a purchase; says nothing about whether it is genuine. */
export const isArchiveAddress = (pathname: string): boolean => pathname.startsWith('/media/archive/');

/** The product behind an address, or null when it wasn't signed for this account or has expired. */
export function readArchiveAddress(signer: Signer, url: URL, accountId: string): string | null {
  const [, productId] = /^\/media\/archive\/([0-9a-f-]{36})$/.exec(url.pathname) ?? [];
  const expires = url.searchParams.get('e') ?? '';
  if (!productId || !/^\d{10}$/.test(expires)) return null;
  if (Number(expires) * 1000 <= signer.ports.clock.now().getTime()) return null;
  const right = sign(signer, { productId, accountId, expires: Number(expires) });
  return signer.ports.crypto.equal(right, url.searchParams.get('s') ?? '') ? productId : null;
}
