import type { LiveGrant } from '#contract/core/live-grant.ts';

/**
 * `connecting` at first, `live` while media flows, `waiting` while the other side sends nothing, `reconnecting`
 * after a loss. `elsewhere`, `refused`, `unsupported` and `ended` are final.
 */
export type LiveState =
  | 'connecting'
  | 'live'
  | 'waiting'
  | 'reconnecting'
  /** This account is already sending from another tab or device. */
  | 'elsewhere'
  /** The grant was refused and no other could be had. */
  | 'refused'
  /** The browser can play neither this codec nor HLS, or has no WebRTC. */
  | 'unsupported'
  | 'ended';

interface Common {
  readonly streamId: string;
  readonly grant: LiveGrant;
  /** Asks the server for a fresh grant after a loss. Rejecting with a 4xx ends the session as `refused`. */
  readonly renew: () => Promise<LiveGrant>;
  readonly onState: (state: LiveState) => void;
}
export interface PublishOptions extends Common {
  readonly media: MediaStream;
  /** The most the picture may use, in bits a second; 2.5 Mbit/s if absent. */
  readonly maxBitrate?: number;
}
export interface WatchOptions extends Common {
  /** Gets the media. Starts muted where the browser doesn't allow sound yet. */
  readonly video: HTMLVideoElement;
}
export interface PublishHealth {
  /** Bits a second; null where it isn't known. */
  readonly bitrate: number | null;
  readonly framesPerSecond: number | null;
  /** From 0 to 1. */
  readonly loss: number | null;
  readonly roundTripMs: number | null;
}
export interface Publication {
  /** Changes camera, microphone or screen without interrupting; null sends nothing of that kind. */
  replaceTrack(kind: 'audio' | 'video', track: MediaStreamTrack | null): Promise<void>;
  health(): Promise<PublishHealth>;
  /** Ends sending. The tracks stay with the caller. */
  stop(): Promise<void>;
}
export interface WatchHealth extends PublishHealth {
  /** Over which way media arrives. */
  readonly way: 'direct' | 'hls' | 'agora' | 'local';
  readonly width: number | null;
  readonly height: number | null;
  /** How far behind the newest picture the player is; null where it isn't known. */
  readonly behindSeconds: number | null;
}
export interface Watching {
  health(): Promise<WatchHealth>;
  /** Whether media arrived within the last seconds; for the reports that measure a stream. */
  isReceiving(): boolean;
  /** Jumps to the newest picture. */
  catchUp(): void;
  stop(): Promise<void>;
}
/** Sends and watches live streams; for how, see `live-client.ts`. */
export interface LiveClient {
  readonly publish: (options: PublishOptions) => Promise<Publication>;
  readonly watch: (options: WatchOptions) => Promise<Watching>;
}
