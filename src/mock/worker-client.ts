import type { MockAction } from './mock-actions.ts';
import type { Link, LinkServer } from './socket.ts';
import {
  type Channel,
  type SentMail,
  type SentRequest,
  type ToPage,
  type ToWorker,
  createChannel,
} from './wire.ts';

/** The backend in the worker, as seen by a page. */
export interface WorkerClient {
  fetch(request: SentRequest): Promise<Response>;
  /** Forwards a WebSocket to the worker. */
  connect(link: Link, address: URL): LinkServer;
  /** All emails that would have been sent, oldest first. */
  mails(): Promise<readonly SentMail[]>;
  /** @throws with the reason when the action fails. */
  operate(action: MockAction): Promise<void>;
}

/** Responses with these statuses must be created without a body. */
const bodiless = new Set([204, 205, 304]);

/** Starts or joins the worker. */
function openChannel(): Channel<ToWorker, ToPage> {
  if (typeof SharedWorker === 'undefined')
    return createChannel(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }));
  // Where supported, the worker outlives a page briefly, so that the next page finds it running. Not during
  // development, while its code changes.
  const extendedLifetime = process.env.NODE_ENV === 'production';
  return createChannel(
    new SharedWorker(new URL('./worker.ts', import.meta.url), {
      type: 'module',
      name: 'limelight-mock',
      extendedLifetime,
    } as WorkerOptions).port,
  );
}

type Ask = (message: (id: number) => ToWorker, transfer?: Transferable[]) => Promise<ToPage>;

/** Actions an operator has a command line for. */
const operating = (ask: Ask): Pick<WorkerClient, 'mails' | 'operate'> => ({
  async mails() {
    const answer = await ask((id) => ({ kind: 'mails', id }));
    return answer.kind === 'mails' ? answer.mails : [];
  },
  async operate(action) {
    const answer = await ask((id) => ({ kind: 'action', id, action }));
    if (answer.kind === 'done' && answer.problem !== null) throw new Error(answer.problem);
  },
});

/** Waits until the worker is ready. Rejects when it can't start. */
export async function openWorkerClient(): Promise<WorkerClient> {
  const channel = openChannel();
  const links = new Map<string, Link>();
  const waiting = new Map<number, (message: ToPage) => void>();
  const ready = Promise.withResolvers<void>();
  let requestCount = 0;
  channel.listen((message) => {
    if (message.kind === 'ready') return ready.resolve();
    if (message.kind === 'failed') return ready.reject(new Error(message.reason));
    if (message.kind === 'socket-frame') return links.get(message.socket)?.send(message.frame);
    if (message.kind === 'socket-closed') {
      links.get(message.socket)?.close();
      return void links.delete(message.socket);
    }
    waiting.get(message.id)?.(message);
    return void waiting.delete(message.id);
  });
  await ready.promise;
  const ask: Ask = (message, transfer = []) =>
    new Promise<ToPage>((resolve) => {
      requestCount += 1;
      waiting.set(requestCount, resolve);
      channel.post(message(requestCount), transfer);
    });
  addEventListener('pagehide', (event) => event.persisted || channel.post({ kind: 'goodbye' }));
  return {
    ...operating(ask),
    async fetch(request) {
      const answer = await ask(
        (id) => ({ kind: 'request', id, request }),
        request.body ? [request.body] : [],
      );
      if (answer.kind !== 'response') throw new Error('the worker answered something else');
      const { status, headers, body } = answer.response;
      return new Response(bodiless.has(status) ? null : body, {
        status,
        headers: headers.map(([name, value]) => [name, value]),
      });
    },
    connect(link, address) {
      const socket = crypto.randomUUID();
      links.set(socket, link);
      channel.post({ kind: 'socket-open', socket, address: address.href });
      return {
        receive: (frame) => channel.post({ kind: 'socket-frame', socket, frame: String(frame) }),
        closed() {
          links.delete(socket);
          channel.post({ kind: 'socket-closed', socket });
        },
      };
    },
  };
}
