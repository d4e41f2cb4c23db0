/* What passes between the server and a relay. */

export interface RelayConfig {
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
      /** Its deliveries are told, because they are paid for. */
      readonly isCounted: boolean;
      /** Whether it begins held. */
      readonly isHeld: boolean;
    }
  /** Delivers nothing to a viewer while held. */
  | { readonly type: 'hold'; readonly id: string; readonly isHeld: boolean }
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
  readonly media: {
    readonly audio: boolean;
    readonly video: 'h264' | 'vp8' | null;
    /** Of the picture in VP8, once its first key frame came; null for H264, which passes as it is. */
    readonly size: { readonly width: number; readonly height: number } | null;
  };
}
export type FromRelay =
  | { readonly type: 'answer'; readonly id: string; readonly sdp: string }
  | { readonly type: 'refused'; readonly id: string; readonly status: 400 | 406 | 503; readonly why: string }
  | { readonly type: 'gone'; readonly id: string }
  | {
      readonly type: 'flows';
      readonly flows: readonly FeedFlow[];
      /** When something was last sent to each viewer that is counted; in milliseconds since 1970. */
      readonly delivered: readonly { readonly id: string; readonly at: number }[];
    };
