import type { AccessView } from '#contract/core/schemas.ts';
import { type Ctx, now } from '../../../kernel/context.ts';
import type { Ports } from '../../../ports/ports.ts';
import type { AddressKind } from '../access/media-revocation.ts';

/* Media URLs. A stored file's is `/media/f/<file>/<rendition>?k=<kind>&e=<expiry>&s=<signature>`. The
   signature covers the file, the kind, the expiry, and for personal kinds the account, but not the rendition:
   one signature serves every size the kind allows. Public images (avatars, covers) are under `/media/public/`
   and need none. */

type Reason = AccessView['reason'];

/** The URL kind for the reason the viewer may read a file. A URL becomes invalid when its reason ends. */
const kindByReason: Partial<Record<Reason, AddressKind>> = {
  subscriber: 'subscriber',
  included: 'subscriber',
  follower: 'follower',
  purchased: 'bought',
};
export const isPersonal = (kind: AddressKind): boolean => kind !== 'open' && kind !== 'preview';

/**
 * URLs stay the same for an hour, so that the browser cache works across page loads, and expire one to two
 * hours after they were created.
 */
const HOUR = 3600;
/** 128 bits of the HMAC are sufficient and keep a page of posts small. */
const SIGNATURE_LENGTH = 22;

export const blurName = 'blur.webp';
/** One frame of a picture that moves, for those who want nothing to move by itself. */
export const stillName = 'still.webp';
export const objectKey = (fileId: string, rendition: string): string => `files/${fileId}/${rendition}`;
export const publicPrefix = (id: string): string => `public/${id}`;

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

type Signer = {
  readonly ports: Pick<Ports, 'crypto' | 'clock'>;
  readonly config: { readonly secret: string };
};
interface Claim {
  readonly fileId: string;
  readonly kind: AddressKind;
  readonly expires: number;
  readonly viewerId: string;
}

const sign = (signer: Signer, claim: Claim): string =>
  signer.ports.crypto
    .hmac(
      signer.config.secret,
      `media\n${claim.fileId}\n${claim.kind}\n${claim.expires}\n${isPersonal(claim.kind) ? claim.viewerId : ''}`,
    )
    .slice(0, SIGNATURE_LENGTH);

export interface Signing {
  readonly readable: boolean;
  /** Why the viewer may read it. When absent, anyone who may see the owner can. */
  readonly by?: Reason | undefined;
  /** For an operator, who decides with it, or for the seller of an order whose problem it shows. */
  readonly as?: 'evidence' | 'order' | undefined;
  /** In seconds. URLs of video and audio last long enough to play it to the end. */
  readonly duration?: number | null | undefined;
}

/** Signs a file once and returns a function that builds URLs for any rendition its kind allows. */
export function signFile(
  ctx: Ctx,
  fileId: string,
  { readable, by, duration, as }: Signing,
): (rendition: string) => string {
  const kind: AddressKind = readable
    ? ctx.viewer
      ? (as ?? (by && kindByReason[by]) ?? 'own')
      : 'open'
    : 'preview';
  const expires = (Math.floor(seconds(now(ctx)) / HOUR) + 2 + Math.floor((duration ?? 0) / HOUR)) * HOUR;
  const query = `?k=${kind}&e=${expires}&s=${sign(ctx, { fileId, kind, expires, viewerId: ctx.viewer?.id ?? '' })}`;
  return (rendition) => `/media/f/${fileId}/${rendition}${query}`;
}

/** A short-lived URL of one rendition for the viewer only, for individual downloads. */
export function signDownload(
  ctx: Ctx,
  { fileId, rendition, minutes }: { fileId: string; rendition: string; minutes: number },
): { url: string; expiresAt: string } {
  const expires = seconds(now(ctx)) + minutes * 60;
  const signature = sign(ctx, { fileId, kind: 'bought', expires, viewerId: ctx.viewer?.id ?? '' });
  return {
    url: `/media/f/${fileId}/${rendition}?k=bought&e=${expires}&s=${signature}`,
    expiresAt: new Date(expires * 1000).toISOString(),
  };
}

/** A request for a file, as its URL claims and not yet verified. */
export interface FileAddress {
  readonly fileId: string;
  readonly rendition: string;
  readonly kind: AddressKind;
  readonly expires: number;
  readonly signature: string;
}

const kinds: ReadonlySet<string> = new Set([
  'own',
  'subscriber',
  'follower',
  'bought',
  'open',
  'preview',
  'evidence',
  'order',
] satisfies AddressKind[]);

/** Parses `/media/f/…`; null for any other format. */
export function readFileAddress(url: URL): FileAddress | null {
  const [, fileId, rendition] =
    /^\/media\/f\/([0-9a-f-]{36})\/([a-z0-9][a-z0-9-]{0,30}\.[a-z0-9]{1,5})$/.exec(url.pathname) ?? [];
  const kind = url.searchParams.get('k') ?? '';
  const expires = url.searchParams.get('e') ?? '';
  const signature = url.searchParams.get('s');
  if (!fileId || !rendition || !kinds.has(kind) || !/^\d{10}$/.test(expires) || !signature) return null;
  return { fileId, rendition, kind: kind as AddressKind, expires: Number(expires), signature };
}

/** The query string of a verified URL, for files that belong to it. */
export const formatQuery = ({ kind, expires, signature }: FileAddress): string =>
  `?k=${kind}&e=${expires}&s=${signature}`;

/** Whether a URL was signed by this site for this account and hasn't expired. */
export function isGenuine(signer: Signer, address: FileAddress, viewerId: string | null): boolean {
  if (address.expires <= seconds(signer.ports.clock.now())) return false;
  if (address.kind === 'preview' && address.rendition !== blurName) return false;
  if (isPersonal(address.kind) && !viewerId) return false;
  return signer.ports.crypto.equal(sign(signer, { ...address, viewerId: viewerId ?? '' }), address.signature);
}

/** Permission to PUT one object. Key, type, maximum length, and expiry are all part of the signature. */
export interface UploadPermit {
  readonly key: string;
  readonly mime: string;
  readonly maxBytes: number;
  /** Whether the length must be exactly `maxBytes`. */
  readonly exact: boolean;
  readonly expires: number;
}

const signPermit = (signer: Signer, permit: UploadPermit): string =>
  signer.ports.crypto.hmac(
    signer.config.secret,
    `upload\n${permit.key}\n${permit.mime}\n${permit.maxBytes}\n${permit.exact ? 'exact' : 'most'}\n${permit.expires}`,
  );

export const uploadAddress = (signer: Signer, permit: UploadPermit): string =>
  `/media/upload/${permit.key}?t=${encodeURIComponent(permit.mime)}&m=${permit.maxBytes}${permit.exact ? '&x=1' : ''}&e=${permit.expires}&s=${signPermit(signer, permit)}`;

/** Where a part of an upload is stored until the parts are joined. */
export const partKey = (uploadId: string, number: number): string => `parts/${uploadId}/${number}`;
/** The part that a permit is for; null if it is for a whole file. */
export function parsePart({ key }: Pick<UploadPermit, 'key'>): { uploadId: string; number: number } | null {
  const [, uploadId, number] = /^parts\/([0-9a-f-]{36})\/(\d{1,5})$/.exec(key) ?? [];
  return uploadId && number ? { uploadId, number: Number(number) } : null;
}

/**
 * The permit in the URL of a PUT to `/media/upload/…`, or null when its signature is invalid or has expired.
 */
export function readUploadAddress(signer: Signer, url: URL): UploadPermit | null {
  const [, key] =
    /^\/media\/upload\/(uploads\/[0-9a-f-]{36}\/[0-9]{10,17}\.[a-z0-9]{1,5}|parts\/[0-9a-f-]{36}\/\d{1,5})$/.exec(
      url.pathname,
    ) ?? [];
  const permit = {
    key: key ?? '',
    mime: url.searchParams.get('t') ?? '',
    maxBytes: Number(url.searchParams.get('m')),
    exact: url.searchParams.get('x') === '1',
    expires: Number(url.searchParams.get('e')),
  };
  if (!key || !Number.isSafeInteger(permit.maxBytes) || !(permit.expires > seconds(signer.ports.clock.now())))
    return null;
  return signer.ports.crypto.equal(signPermit(signer, permit), url.searchParams.get('s') ?? '')
    ? permit
    : null;
}
