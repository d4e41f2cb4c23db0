import type { MockAction } from './mock-actions.ts';

/* Messages between a page and the worker with the backend. A page's request and its reply carry the same
   number; sockets send frames independently. */

/** In which a page passes its cookie `place`, as a header of requests and a parameter of sockets. */
export const placeHeader = 'x-mock-place';
/** In which it passes the browser's name, which scripts can't set as `user-agent` either. */
export const agentHeader = 'x-mock-agent';

/** A request or response in transferable form. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: ArrayBuffer | null;
}
export interface SentResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: ArrayBuffer | null;
}

export interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export type ToWorker =
  | { readonly kind: 'request'; readonly id: number; readonly request: SentRequest }
  | { readonly kind: 'socket-open'; readonly socket: string; readonly address: string }
  | { readonly kind: 'socket-frame'; readonly socket: string; readonly frame: string }
  | { readonly kind: 'socket-closed'; readonly socket: string }
  | { readonly kind: 'mails'; readonly id: number }
  | { readonly kind: 'action'; readonly id: number; readonly action: MockAction }
  /** The page is about to unload; its sockets are closed. */
  | { readonly kind: 'goodbye' };

export type ToPage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'response'; readonly id: number; readonly response: SentResponse }
  | { readonly kind: 'mails'; readonly id: number; readonly mails: readonly SentMail[] }
  /** `problem` is why it failed. */
  | { readonly kind: 'done'; readonly id: number; readonly problem: string | null }
  | { readonly kind: 'socket-frame'; readonly socket: string; readonly frame: string }
  | { readonly kind: 'socket-closed'; readonly socket: string };

/** Either end of the channel: a port of a shared worker, a dedicated worker, or the scope inside it. */
export interface Channel<Out, In> {
  post(message: Out, transfer?: Transferable[]): void;
  listen(receive: (message: In) => void): void;
}

interface PostEnd {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  start?(): void;
}

export function createChannel<Out, In>(end: PostEnd): Channel<Out, In> {
  return {
    post: (message, transfer = []) => end.postMessage(message, transfer),
    listen(receive) {
      end.addEventListener('message', (event) => receive(event.data as In));
      end.start?.();
    },
  };
}
