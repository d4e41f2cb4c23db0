import { type Ctx, now } from '../../../kernel/context.ts';
import type { Ports } from '../../../ports/ports.ts';

/* The address of a document: `/media/documents/<id>?e=<expiry>&s=<signature>`. It is signed for one operator's
   account and for minutes, and whoever serves it asks again whether that account is an operator's. */

const minutes = 5;

type Signer = {
  readonly ports: Pick<Ports, 'crypto' | 'clock'>;
  readonly config: { readonly secret: string };
};
interface Claim {
  readonly id: string;
  readonly viewerId: string;
  readonly expires: number;
}

const sign = ({ ports, config }: Signer, { id, viewerId, expires }: Claim): string =>
  ports.crypto.hmac(config.secret, `document\n${id}\n${viewerId}\n${expires}`);

/** The address of a document for one operator's browser. */
export function signDocument(ctx: Ctx, { id, viewerId }: Omit<Claim, 'expires'>): string {
  const expires = Math.floor(now(ctx).getTime() / 1000) + minutes * 60;
  return `/media/documents/${id}?e=${expires}&s=${sign(ctx, { id, viewerId, expires })}`;
}

export const isDocumentAddress = (path: string): boolean => path.startsWith('/media/documents/');

/** The document that an address names, if it was signed for this account and hasn't expired; else null. */
export function readDocumentAddress(signer: Signer, url: URL, viewerId: string): string | null {
  const id = /^\/media\/documents\/([0-9a-f-]{36})$/.exec(url.pathname)?.[1];
  const expires = Number(url.searchParams.get('e'));
  if (!id || !(expires > signer.ports.clock.now().getTime() / 1000)) return null;
  const expected = sign(signer, { id, viewerId, expires });
  return signer.ports.crypto.equal(expected, url.searchParams.get('s') ?? '') ? id : null;
}
