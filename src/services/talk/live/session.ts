import { apiBase } from '../../http/base-url.ts';
import { sendPlain } from '../../http/http.ts';
import type { LiveState } from './live-types.ts';

/** What the relay answered to an offer. */
export type Offered =
  | { readonly kind: 'open'; readonly resource: string }
  /** Another connection of this account is sending. */
  | { readonly kind: 'elsewhere' }
  /** The grant is used, too old, or not for this. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'unsupported' }
  /** Unreachable or overloaded: worth another try. */
  | { readonly kind: 'away' };

const replyMs = 8_000;
const statusKinds: Readonly<Record<number, Exclude<Offered['kind'], 'open'>>> = {
  401: 'refused',
  403: 'refused',
  404: 'refused',
  406: 'unsupported',
  409: 'elsewhere',
};

/** Addresses of grants are paths on the API's host. */
export const absolute = (path: string): string =>
  new URL(path, new URL(apiBase(), globalThis.location.href)).href;

/**
 * Offers a connection by WHIP or WHEP and takes the answer. No candidates are sent: the relay finds the
 * browser by its first packet.
 */
export async function offer(pc: RTCPeerConnection, grant: { url: string; token: string }): Promise<Offered> {
  await pc.setLocalDescription();
  const reply = await sendPlain(absolute(grant.url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/sdp', Authorization: `Bearer ${grant.token}` },
    body: pc.localDescription?.sdp ?? '',
    signal: AbortSignal.timeout(replyMs),
  }).catch(() => null);
  if (reply?.status !== 201) return { kind: (reply && statusKinds[reply.status]) ?? 'away' };
  const resource = reply.headers.get('Location');
  if (!resource) return { kind: 'away' };
  const sdp = await reply.text().catch(() => '');
  const took = await pc.setRemoteDescription({ type: 'answer', sdp }).then(
    () => true,
    () => false,
  );
  return took ? { kind: 'open', resource } : { kind: 'unsupported' };
}

/** Whether the relay still has the connection; null when it can't be asked. */
export async function isSessionOpen(resource: string, token: string): Promise<boolean | null> {
  const reply = await sendPlain(absolute(resource), {
    method: 'HEAD',
    headers: { Authorization: `Bearer ${token}` },
    cache: 'no-store',
    signal: AbortSignal.timeout(3_000),
  }).catch(() => null);
  if (!reply) return null;
  return reply.status === 404 || reply.status === 401 ? false : reply.ok || null;
}

export async function endSession(resource: string, token: string): Promise<void> {
  await sendPlain(absolute(resource), {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${token}` },
    keepalive: true,
  }).catch(() => null);
}

/** Resolves with true once connected, false when it failed or took longer than `ms`. */
export function connected(pc: RTCPeerConnection, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      if (pc.connectionState === 'connected') end(true);
      else if (pc.connectionState === 'failed' || pc.connectionState === 'closed') end(false);
    };
    const end = (isConnected: boolean) => {
      clearTimeout(timer);
      pc.removeEventListener('connectionstatechange', look);
      resolve(isConnected);
    };
    const timer = setTimeout(() => end(false), ms);
    pc.addEventListener('connectionstatechange', look);
    look();
  });
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Waits longer with every try, and not all clients equally long. */
export const backOff = (tries: number): number =>
  Math.min(4_000, 150 * 2 ** Math.min(tries, 6)) * (0.6 + Math.random() * 0.8);

const finalStates: readonly LiveState[] = ['elsewhere', 'refused', 'unsupported', 'ended'];
/** Nothing follows these states. */
export const isFinal = (state: LiveState): boolean => finalStates.includes(state);

/** Reports a state only when it changes, and nothing after a final one. */
export function stateReporter(onState: (state: LiveState) => void): (state: LiveState) => void {
  let last: LiveState = 'connecting';
  return (state) => {
    if (state === last || isFinal(last)) return;
    last = state;
    onState(state);
  };
}

/** Whether a rejected `renew` means no: the server answered with a 4xx. */
export function isRefusal(error: unknown): boolean {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429;
}
