import type { AccessView } from '#contract/core/schemas.ts';
import { type Ctx, now } from '../../kernel/context.ts';
import type { Ports } from '../../ports.ts';
import type { AddressKind } from '../access/media-revocation.ts';

/*
 * Addresses of media. A stored file's is `/media/f/<file>/<rendition>?k=<kind>&e=<expiry>&s=<signature>`; the signature covers the file, the
 * kind, the expiry and (kind `own`) the account, not the rendition: one signature serves every size, and the kind says which sizes those are.
 * Public pictures (avatars, covers) live under `/media/public/` and need none.
 */

type Reason = AccessView['reason'];

/** By what the viewer reads it: the address ends with that. */
const kindByReason: Partial<Record<Reason, AddressKind>> = {
  subscriber: 'subscriber',
  included: 'subscriber',
  follower: 'follower',
  purchased: 'bought',
};
export const isPersonal = (kind: AddressKind): boolean => kind !== 'open' && kind !== 'preview';

/**
 * Addresses stay the same for an hour, so that a browser's cache serves the next page load, and end one to
 * two hours after they were made.
 */
const HOUR = 3600;
/** 128 bits of the HMAC are enough here and keep a page of posts small. */
const SIGNATURE_LENGTH = 22;

export const blurName = 'blur.webp';
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

interface Signing {
  readonly readable: boolean;
  /** Why the viewer may read it; left out, because they may meet its owner. */
  readonly by?: Reason | undefined;
  /** Of a recording, in seconds: its addresses last until it has been seen to the end. */
  readonly duration?: number | null | undefined;
}

/** What makes the addresses of one file; sign once, then name as many renditions as the kind allows. */
export function signFile(
  ctx: Ctx,
  fileId: string,
  { readable, by, duration }: Signing,
): (rendition: string) => string {
  const kind: AddressKind = readable
    ? ctx.viewer
      ? ((by && kindByReason[by]) ?? 'own')
      : 'open'
    : 'preview';
  const expires = (Math.floor(seconds(now(ctx)) / HOUR) + 2 + Math.floor((duration ?? 0) / HOUR)) * HOUR;
  const query = `?k=${kind}&e=${expires}&s=${sign(ctx, { fileId, kind, expires, viewerId: ctx.viewer?.id ?? '' })}`;
  return (rendition) => `/media/f/${fileId}/${rendition}${query}`;
}

/** The address of one rendition for the viewer alone, for a few minutes: of what is handed out one by one. */
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

/** A request for a file, as its address claims. */
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
] satisfies AddressKind[]);

/** The parts of `/media/f/…`, or null where it has another shape. */
export function readFileAddress(url: URL): FileAddress | null {
  const [, fileId, rendition] =
    /^\/media\/f\/([0-9a-f-]{36})\/([a-z0-9][a-z0-9-]{0,30}\.[a-z0-9]{1,5})$/.exec(url.pathname) ?? [];
  const kind = url.searchParams.get('k') ?? '';
  const expires = url.searchParams.get('e') ?? '';
  const signature = url.searchParams.get('s');
  if (!fileId || !rendition || !kinds.has(kind) || !/^\d{10}$/.test(expires) || !signature) return null;
  return { fileId, rendition, kind: kind as AddressKind, expires: Number(expires), signature };
}

/** The query of an address that was found genuine, for what belongs to it. */
export const queryOf = ({ kind, expires, signature }: FileAddress): string =>
  `?k=${kind}&e=${expires}&s=${signature}`;

/** Was this address made by us, for this account, and is it still good? */
export function isGenuine(signer: Signer, address: FileAddress, viewerId: string | null): boolean {
  if (address.expires <= seconds(signer.ports.clock.now())) return false;
  if (address.kind === 'preview' && address.rendition !== blurName) return false;
  if (isPersonal(address.kind) && !viewerId) return false;
  return signer.ports.crypto.equal(sign(signer, { ...address, viewerId: viewerId ?? '' }), address.signature);
}

/**
 * Where a browser may PUT one object, and nothing else: key, type, greatest length and end are part of the
 * signature.
 */
export interface UploadPermit {
  readonly key: string;
  readonly mime: string;
  readonly maxBytes: number;
  /** Nothing shorter either. */
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

/** The permit of a PUT to `/media/upload/…`, or null where it isn't ours or has ended. */
export function readUploadAddress(signer: Signer, url: URL): UploadPermit | null {
  const [, key] =
    /^\/media\/upload\/(uploads\/[0-9a-f-]{36}\/[0-9]{10,17}\.[a-z0-9]{1,5})$/.exec(url.pathname) ?? [];
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
