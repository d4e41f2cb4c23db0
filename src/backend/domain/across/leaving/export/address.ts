import type { Ports } from '../../../../ports/ports.ts';

type Signer = {
  readonly ports: Pick<Ports, 'crypto' | 'clock'>;
  readonly config: { readonly secret: string };
};
interface Claim {
  readonly exportId: string;
  readonly accountId: string;
  /** In seconds. */
  readonly expires: number;
}

export const exportKey = (exportId: string): string => `exports/${exportId}.zip`;

const sign = ({ ports, config }: Signer, { exportId, accountId, expires }: Claim): string =>
  ports.crypto.hmac(config.secret, `export\n${exportId}\n${accountId}\n${expires}`);

/** Works in a browser where this account is logged in, until the export expires. */
export function exportAddress(
  signer: Signer,
  id: { exportId: string; accountId: string },
  until: Date,
): string {
  const expires = Math.floor(until.getTime() / 1000);
  return `/media/export/${id.exportId}?e=${expires}&s=${sign(signer, { ...id, expires })}`;
}

/** Whether an address is that of an export; says nothing about whether it is genuine. */
export const isExportAddress = ({ pathname }: URL): boolean => pathname.startsWith('/media/export/');

/** The export that an address opens, or null when it wasn't signed for this account or has expired. */
export function readExportAddress(signer: Signer, url: URL, accountId: string | null): string | null {
  const [, exportId] = /^\/media\/export\/([0-9a-f-]{36})$/.exec(url.pathname) ?? [];
  const expires = url.searchParams.get('e') ?? '';
  if (!exportId || !accountId || !/^\d{10}$/.test(expires)) return null;
  if (Number(expires) * 1000 <= signer.ports.clock.now().getTime()) return null;
  const right = sign(signer, { exportId, accountId, expires: Number(expires) });
  return signer.ports.crypto.equal(right, url.searchParams.get('s') ?? '') ? exportId : null;
}
