import type { FileView } from '#contract/core/schemas.ts';
import type { Message } from '#contract/talk/messages/messages.ts';
import type { Problem } from '#services/http/problem.ts';
import type { Outgoing, Sending } from '../outgoing.ts';

/** A message on this device that the server may not have yet. */
export interface OutboxEntry {
  readonly clientId: string;
  readonly userId: string;
  readonly conversationId: string;
  /** Messages of a conversation are sent in this order. */
  readonly order: number;
  readonly message: Sending;
  /** Uploaded files. */
  readonly files: readonly FileView[];
  /** Files still to be uploaded, in their order. */
  readonly blobs: readonly OutboxFile[];
  /** `failed`: the server refused it. */
  readonly state: 'waiting' | 'failed';
  readonly problem?: Problem | undefined;
  /** A tab is sending it, or was when it closed. */
  readonly isSending: boolean;
}
export interface OutboxFile {
  readonly name: string;
  readonly blob: Blob;
  /** Its place among all files of the message; absent in entries of an earlier version, where it comes last. */
  readonly at?: number;
  /** Of the picked file; absent in entries of an earlier version. */
  readonly lastModified?: number;
}

/**
 * `saved` on the device; `memory` where the device takes nothing, until the page is closed; `full` if its
 * files exceed the limit: then it is in memory and isn't sent before a retry.
 */
export type SaveResult = 'saved' | 'memory' | 'full';

/** The messages waiting on this device. Never rejects: what can't be stored stays in memory. */
export interface OutboxStore {
  readonly put: (entry: OutboxEntry) => Promise<SaveResult>;
  /** A person's messages, in order. */
  readonly list: (userId: string) => Promise<OutboxEntry[]>;
  /** Returns the changed entry, or null if it is gone. */
  readonly change: (clientId: string, change: Partial<OutboxEntry>) => Promise<OutboxEntry | null>;
  readonly remove: (
    clientId: string,
    options?: { readonly unlessSending?: boolean },
  ) => Promise<'removed' | 'absent' | 'sending'>;
  readonly clear: (userId: string) => Promise<void>;
}

/** What a tab tells the others of the same browser. */
export type OutboxNews = { readonly userId: string } & (
  | { readonly kind: 'sent'; readonly message: Message }
  | { readonly kind: 'delayed' | 'failed'; readonly of: Outgoing; readonly problem: Problem }
  | { readonly kind: 'gone'; readonly of: Outgoing }
);

/** What the outbox needs of the browser. */
export interface OutboxDevice {
  readonly store: OutboxStore;
  /** Resolves once no other tab holds this name. It is held until the signal aborts. */
  readonly hold: (name: string, signal: AbortSignal) => Promise<void>;
  readonly publish: (news: OutboxNews) => void;
  /** Calls back for news of other tabs, and when the browser is online again. Returns a function that stops it. */
  readonly listen: (hear: (news: OutboxNews | 'online') => void) => () => void;
}

/** Key in local storage that is set while messages of this person wait: cheaper than opening the database. */
export const waitingKey = (userId: string): string => `outbox:${userId}`;
/** Key in local storage of the messages that wait to be stored (`pre-store-queue.ts`). */
export const preStoreQueueKey = (userId: string): string => `outbox-early:${userId}`;

let lastOrder = 0;
/** The order of a new entry: by time, and in the order of the calls within a tab. */
export const nextOrder = (now: number): number => (lastOrder = Math.max(lastOrder + 1, now));
