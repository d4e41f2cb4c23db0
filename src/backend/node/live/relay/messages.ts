/* What passes between the server and its relay. */

export interface RelayConfig {
  /** 0 for any free one. */
  readonly port: number;
  readonly bind: string | null;
  readonly publicIp: string | null;
}
/** Ports of a program on this machine; null for what it doesn't take. */
export interface TapPorts {
  readonly audio: number | null;
  readonly video: number | null;
}
export type ToRelay =
  | { readonly type: 'start'; readonly config: RelayConfig }
  | {
      readonly type: 'offer';
      readonly id: string;
      readonly feed: string;
      readonly role: 'host' | 'viewer';
      readonly sdp: string;
    }
  | { readonly type: 'end'; readonly id: string }
  /** Copies a feed to a program, with a key frame every second; null ends it. */
  | { readonly type: 'tap'; readonly feed: string; readonly ports: TapPorts | null };
export interface FeedFlow {
  readonly feed: string;
  /** Milliseconds since 1970; 0 before the first packet. */
  readonly lastAt: number;
  readonly bytes: number;
  readonly frames: number;
  readonly loss: number;
  /** What arrived within the last second. */
  readonly media: { readonly audio: boolean; readonly video: 'h264' | 'vp8' | null };
}
export type FromRelay =
  | { readonly type: 'answer'; readonly id: string; readonly sdp: string }
  | { readonly type: 'refused'; readonly id: string; readonly status: 400 | 406 | 503; readonly why: string }
  | { readonly type: 'gone'; readonly id: string }
  /** The port can't be had; the relay keeps trying. */
  | { readonly type: 'trouble'; readonly why: string }
  | { readonly type: 'flows'; readonly flows: readonly FeedFlow[] };
