import type { Ack, ClientEvents } from '#contract/core/events.ts';
import type { LiveGrant } from '#contract/core/live-grant.ts';
import type { RequestFacts, Viewer } from '../kernel/request.ts';

export interface LiveStream {
  readonly id: string;
  /** Who may send: the creator, or both sides of a private stream, who also watch each other. */
  readonly hosts: readonly string[];
  /** Ignored where `abilities.recording` is false. */
  readonly isRecorded: boolean;
}
export interface GrantRequest {
  readonly streamId: string;
  readonly userId: string;
  readonly role: 'host' | 'viewer';
  /** Whom a viewer watches; the stream's first host if absent. */
  readonly watches?: string;
}
/** A host's media, as far as the transport can see it; null where it can't. */
export interface HostStats {
  readonly userId: string;
  readonly isConnected: boolean;
  /** Null while no media arrives. */
  readonly sendingSince: Date | null;
  /** When media last arrived; null before the first. Minutes are charged until then, not until now. */
  readonly lastMediaAt: Date | null;
  /** How long media has arrived so far, without the pauses. */
  readonly mediaSeconds: number;
  /** Bits a second. */
  readonly bitrate: number | null;
  readonly framesPerSecond: number | null;
  /** From 0 to 1, of the last seconds. */
  readonly loss: number | null;
}
/**
 * A host's media on its way to one other account in a private stream. A transport that carries the media counts
 * what it sent; one that doesn't knows it from that account's page.
 */
export interface Delivery {
  /** Who gets it. */
  readonly userId: string;
  /** Whose it is. */
  readonly watches: string;
  /** Null while nothing is delivered. */
  readonly since: Date | null;
  /** When something last was. */
  readonly until: Date;
}
export interface LiveStats {
  /** Who is connected to watch, hosts of a private stream excluded. */
  readonly viewers: number;
  readonly hosts: readonly HostStats[];
  /** Of a stream with two hosts; those of others aren't counted. */
  readonly deliveries: readonly Delivery[];
  /** Whether what carries the stream failed so often that it won’t be started again. */
  readonly hasFailed?: boolean;
}
/** `at` is when the first or last media arrived, which is earlier than the event. */
export interface LiveEvent {
  readonly type: 'media-began' | 'media-stopped';
  readonly streamId: string;
  readonly userId: string;
  readonly at: Date;
}
export interface LiveRecording {
  readonly mime: string;
  readonly bytes: number;
  readonly seconds: number;
  open(): Promise<ReadableStream<Uint8Array>>;
}
export interface LiveAbilities {
  readonly recording: boolean;
  /** Whether browsers that can't connect directly can watch over HTTP. */
  readonly hls: boolean;
  /** What the operator should know, such as a missing program; null if nothing. */
  readonly note: string | null;
}
/** OBS and other encoders, which know one address and one key. */
export interface EncoderIngest {
  /** A path on this site. */
  readonly path: string;
  /** Sets how a key is resolved; the stream must be open. */
  setKeys(find: (key: string) => Promise<{ streamId: string; userId: string } | null>): void;
  /** Ends what an encoder of the account sends, within a second. What its page sends goes on. */
  end(userId: string): Promise<void>;
}

/** What a participant's page reports, received by a process that doesn't carry streams. */
export interface ForwardedReport {
  readonly viewer: Viewer;
  readonly facts: RequestFacts;
  readonly report: ClientEvents['stream/media'];
}

/** The process that carries the streams, for one that doesn't. */
export interface LiveElsewhere {
  /** Whether it runs. */
  isThere(): Promise<boolean>;
  /** Forwards what a participant's page reports. */
  forward(report: ForwardedReport): Promise<Ack>;
  /** How many watch each of these streams; without those that it doesn't know. */
  viewers(streamIds: readonly string[]): Promise<Readonly<Record<string, number>>>;
}

/**
 * Carries the media of live streams. Nobody but `src/backend/domain` decides who may send or watch; an adapter
 * admits exactly whom it was told to. A stream lasts as long as the process: after a restart, `open` it again
 * before granting.
 */
export interface LiveTransport {
  readonly kind: 'relay' | 'agora' | 'loopback';
  readonly abilities: LiveAbilities;
  /** Set where another process carries the streams. Such a transport knows nothing of any stream and lets nobody in. */
  readonly elsewhere?: LiveElsewhere;
  /** Null where encoders can't connect. */
  readonly encoder: EncoderIngest | null;
  /** Whether another stream can be carried. Absent where their number isn’t limited. */
  readonly hasRoom?: () => Promise<boolean>;
  /** Opening an open stream changes only who its hosts are. */
  open(stream: LiveStream): Promise<void>;
  /**
   * Lets an account in, even one that was ejected before. At most 60 seconds until first use; an unused grant
   * for the same is void.
   * @throws AppError 404 when the stream isn't open, 403 for a role that isn't the account's, 503
   * `gateway_unavailable` while nobody can be let in.
   */
  grant(request: GrantRequest): Promise<LiveGrant>;
  /** Like `grant`, for someone who is connected or lost the connection. @throws AppError 404 once ejected. */
  renew(request: GrantRequest): Promise<LiveGrant>;
  /** Ends an account's connections to a stream, and its grants, within a second. */
  eject(streamId: string, userId: string): Promise<void>;
  /**
   * Ends all connections. `mediaSeconds` is how long the first host's media really arrived; 0 for a stream
   * that isn't open.
   */
  close(streamId: string): Promise<{ mediaSeconds: number }>;
  /** Null when the stream isn't open. */
  stats(streamId: string): Promise<LiveStats | null>;
  /** The stream's recording once it is closed; null if there is none. It stays until discarded. */
  recording(streamId: string): Promise<LiveRecording | null>;
  discardRecording(streamId: string): Promise<void>;
  /**
   * What a participant's page reports about its media, every 3 seconds. A transport that doesn't carry the media
   * itself knows it only from this: a host sends if another participant receives it, or, while no one else
   * reports anything, if the host says so.
   */
  report(report: { streamId: string; userId: string; isSending: boolean; receives: readonly string[] }): void;
  /** Returns a function that ends it. */
  onChange(listener: (event: LiveEvent) => void): () => void;
}
