import { buffers, eventChannel } from 'redux-saga';
import type { EventChannel } from 'redux-saga';
import { actionChannel, all, call, delay, fork, race, take } from 'redux-saga/effects';
import { untilLoaded } from '#lib/device/until-loaded.ts';
import { isPassing, networkProblem, toProblem } from '#services/http/problem.ts';
import type { Problem } from '#services/http/problem.ts';
import { onEvery, read, send, wait } from '../../effects.ts';
import type { Saga } from '../../effects.ts';
import { connectionRestored } from '../../live/connection.ts';
import { selectAuthUser } from '../../session/auth.ts';
import type { SagaDeps } from '../../deps.ts';
import { conversationGone, conversationOpened } from '../conversation.ts';
import {
  messageCancelRequested,
  messageDelayed,
  messageDiscarded,
  messageRetryRequested,
  messageSendFailed,
  messageSendRequested,
  messageSent,
  selectThread,
} from '../message.ts';
import type { MessageState } from '../message.ts';
import type { Outgoing, Sending } from '../outgoing.ts';
import { preStoreQueue } from './pre-store-queue.ts';
import { takeFiles } from './held-files.ts';
import { outboxWoken } from './outbox-actions.ts';
import { nextOrder, waitingKey } from './outbox.ts';
import type { OutboxDevice, OutboxEntry, OutboxNews } from './outbox.ts';

/** Pauses between attempts while there is no connection, in milliseconds. */
const attempts = { first: 5_000, longest: 60_000 };

const full: Problem = {
  status: 0,
  code: 'outbox_full',
  message: 'There’s no room on this device for more files that wait for a connection.',
};

const loadParts = () =>
  untilLoaded(async () => {
    const { deliver, show, withdraw } = await import('./loaded-parts.ts');
    return { deliver, show, withdraw };
  });
/** The device, with the code that shows and delivers what is stored on it. */
type Device = OutboxDevice & Awaited<ReturnType<typeof loadParts>>;

/** The outbox of one login. */
interface Outbox {
  readonly deps: SagaDeps;
  readonly userId: string;
  /** Loads it on first use. */
  readonly device: () => Promise<Device>;
  isLoaded: boolean;
  /** Whether this page has written anything; then what waits is looked for without a note. */
  hasWritten: boolean;
}

const noteWaiting = ({ deps, userId }: Outbox): void => deps.storage.local.write(waitingKey(userId), '1');

/**
 * Notes whether anything waits, for pages that only look at the note. Removes the note before it looks a second
 * time, while messages are noted after they are stored: so one that is written meanwhile, here or in another
 * tab, stays noted.
 */
function* note(outbox: Outbox, { store }: OutboxDevice): Saga {
  const { deps, userId } = outbox;
  const { local } = deps.storage;
  const isEmpty = async () =>
    preStoreQueue.list(local, userId).length === 0 && (await store.list(userId)).length === 0;
  if (yield* wait(isEmpty)) {
    local.remove(waitingKey(userId));
    if (yield* wait(isEmpty)) return;
  }
  noteWaiting(outbox);
}

const mayWait = ({ deps, userId, hasWritten }: Outbox): boolean =>
  hasWritten || deps.storage.local.read(waitingKey(userId)) !== null;

function* deliverOne(outbox: Outbox, device: Device, entry: OutboxEntry): Saga<boolean> {
  const { deps, userId } = outbox;
  const { clientId, conversationId } = entry;
  const of: Outgoing = { clientId, conversationId };
  // Canceled in the meantime.
  if (!(yield* wait(() => device.store.change(clientId, { isSending: true })))) return true;
  try {
    const message = yield* device.deliver(deps, device.store, entry);
    yield* wait(() => device.store.remove(clientId));
    device.publish({ kind: 'sent', userId, message });
    yield* send(messageSent(message));
    yield* note(outbox, device);
    return true;
  } catch (caught) {
    const problem = toProblem(caught);
    // Canceled while a file was uploaded.
    if (problem.code === 'aborted') return true;
    const isLater = isPassing(problem);
    const change = isLater ? {} : ({ state: 'failed', problem } as const);
    yield* wait(() => device.store.change(clientId, { isSending: false, ...change }));
    device.publish({ kind: isLater ? 'delayed' : 'failed', userId, of, problem });
    // Stored in state, where the message shows it; no toast (specification section 8).
    yield* send(isLater ? messageDelayed({ ...of, problem }) : messageSendFailed({ ...of, problem }));
    return !isLater;
  }
}

/** Sends what waits in a conversation, in order, until one can't be sent yet. One tab does this at a time. */
function* drain(outbox: Outbox, device: Device, conversationId: string): Saga {
  const { userId } = outbox;
  const stop = new AbortController();
  try {
    yield* wait(() => device.hold(`${userId}/${conversationId}`, stop.signal));
    for (;;) {
      const entries = yield* wait(() => device.store.list(userId));
      const next = entries.find((each) => each.conversationId === conversationId && each.state === 'waiting');
      if (!next || !(yield* deliverOne(outbox, device, next))) return;
    }
  } finally {
    stop.abort();
  }
}

/** Stores what a page had no time to. */
function* storeEarly({ deps, userId }: Outbox, { store }: OutboxDevice): Saga {
  const { local } = deps.storage;
  for (const entry of preStoreQueue.list(local, userId)) {
    yield* wait(() => store.put(entry));
    preStoreQueue.remove(local, entry);
  }
}

function* drainAll(outbox: Outbox): Saga {
  if (!mayWait(outbox)) return;
  const device = yield* wait(outbox.device);
  yield* storeEarly(outbox, device);
  const entries = yield* wait(() => device.store.list(outbox.userId));
  for (const entry of entries) yield* device.show(entry);
  const conversations = new Set(entries.map((each) => each.conversationId));
  yield all([...conversations].map((id) => call(drain, outbox, device, id)));
  yield* note(outbox, device);
}

/**
 * What stores messages, or null if the message was canceled before its code was there. A page that hasn't loaded it
 * yet can't without a connection; the message shows that it waits.
 */
function* storing(outbox: Outbox, entry: OutboxEntry): Saga<Device | null> {
  const { clientId, conversationId } = entry;
  const { local } = outbox.deps.storage;
  if (outbox.isLoaded) return yield* wait(outbox.device);
  const loading = outbox.device();
  const isQueued = preStoreQueue.add(local, entry);
  const { device } = (yield race({ device: call(() => loading), late: delay(attempts.first) })) as {
    device?: Device;
  };
  if (!device)
    yield* send(messageDelayed({ clientId, conversationId, problem: toProblem(networkProblem()) }));
  const loaded = yield* wait(() => loading);
  // Otherwise it was canceled, or another tab has stored it.
  return !isQueued || preStoreQueue.remove(local, entry) ? loaded : null;
}

/** Stores a message on the device, then sends it. */
function* enqueue(outbox: Outbox, message: Sending): Saga {
  const { deps, userId } = outbox;
  const { clientId, conversationId, files = [] } = message;
  const entry: OutboxEntry = {
    clientId,
    conversationId,
    userId,
    order: nextOrder(deps.now()),
    message: { ...message, files: [] },
    files,
    blobs: takeFiles(clientId),
    state: 'waiting',
    isSending: false,
  };
  // Noted first, in case the page closes before it can do so again: a note without messages does no harm.
  outbox.hasWritten = true;
  noteWaiting(outbox);
  const device = yield* storing(outbox, entry);
  if (!device) return;
  const saved = yield* wait(() => device.store.put(entry));
  // What another message's delivery found before may have removed the note.
  noteWaiting(outbox);
  if (saved === 'full') yield* send(messageSendFailed({ clientId, conversationId, problem: full }));
  else yield* drain(outbox, device, conversationId);
}

function* retry(outbox: Outbox, { clientId, conversationId }: Outgoing): Saga {
  const device = yield* wait(outbox.device);
  const waiting = { state: 'waiting', problem: undefined } as const;
  if (yield* wait(() => device.store.change(clientId, waiting)))
    return yield* drain(outbox, device, conversationId);
  // The browser has cleared its storage; the message is still in this page.
  const thread = yield* read((state: { message?: MessageState }) => selectThread(state, conversationId));
  const known = thread.items.find((each) => each.clientId === clientId && each.status !== 'sent');
  return known
    ? yield* enqueue(outbox, { ...known, clientId, at: known.createdAt, replyTo: known.replyTo ?? undefined })
    : undefined;
}

/** Removes a message from this device, and from the other tabs. */
function* withdraw(outbox: Outbox, of: Outgoing, how: { readonly unlessSending?: boolean } = {}) {
  const { deps, userId } = outbox;
  const device = yield* wait(outbox.device);
  const removed = yield* wait(() => device.withdraw(deps.api, device.store, { ...of, ...how, userId }));
  if (removed === 'removed') device.publish({ kind: 'gone', userId, of });
  return removed;
}

/** Removes a message that waits or uploads a file. One that is being sent stays. */
function* cancel(outbox: Outbox, of: Outgoing): Saga {
  const { deps, userId } = outbox;
  const isEarly = preStoreQueue.remove(deps.storage.local, { userId, ...of });
  if (!isEarly && (yield* withdraw(outbox, of, { unlessSending: true })) === 'sending')
    deps.toast.info('This message is being sent.');
  else yield* send(messageDiscarded(of));
}

function* forget(outbox: Outbox, of: Outgoing): Saga {
  yield* withdraw(outbox, of);
  yield* note(outbox, yield* wait(outbox.device));
}

/** Nothing can be sent to a conversation that no longer exists. */
function* forgetConversation(outbox: Outbox, conversationId: string): Saga {
  if (!mayWait(outbox)) return;
  const device = yield* wait(outbox.device);
  for (const each of yield* wait(() => device.store.list(outbox.userId)))
    if (each.conversationId === conversationId) yield* forget(outbox, each);
}

/** Tries again when the connection is back, and from time to time, because browsers don't always know. */
function* keepTrying(outbox: Outbox): Saga {
  const wakes = [connectionRestored.type, outboxWoken.type];
  const woken = (yield actionChannel(wakes, buffers.sliding(1))) as EventChannel<object>;
  const delayed = (yield actionChannel(messageDelayed.type, buffers.sliding(1))) as EventChannel<object>;
  let ms = attempts.first;
  for (;;) {
    let { wake } = (yield race({ wake: take(woken), late: take(delayed) })) as { wake?: object };
    if (!wake) ({ wake } = (yield race({ wake: take(woken), later: delay(ms) })) as { wake?: object });
    ms = wake ? attempts.first : Math.min(ms * 2, attempts.longest);
    yield* drainAll(outbox);
  }
}

/** Shows what other tabs have sent. */
function* apply({ userId }: Outbox, news: OutboxNews): Saga {
  if (news.userId !== userId) return;
  if (news.kind === 'sent') yield* send(messageSent(news.message));
  else if (news.kind === 'gone') yield* send(messageDiscarded(news.of));
  else if (news.kind === 'failed') yield* send(messageSendFailed({ ...news.of, problem: news.problem }));
  else yield* send(messageDelayed({ ...news.of, problem: news.problem }));
}

function* hear(outbox: Outbox, loaded: Promise<OutboxDevice>): Saga {
  const device = yield* wait(() => loaded);
  const channel = eventChannel<OutboxNews | 'online'>((tell) => device.listen(tell));
  try {
    for (;;) {
      const news = (yield take(channel)) as OutboxNews | 'online';
      if (news === 'online') yield* send(outboxWoken());
      else yield* apply(outbox, news);
    }
  } finally {
    channel.close();
  }
}

/**
 * Sends private messages. Each is first stored on the device, so that it goes out exactly once even if the page
 * closes or the connection is gone: by the next page of the same account, with the same `clientId`.
 */
export function* outboxSaga(deps: SagaDeps): Saga {
  const user = yield* read(selectAuthUser);
  if (!user) return;
  const { promise, resolve } = Promise.withResolvers<Device>();
  const device = async () => {
    const [own, parts] = await Promise.all([deps.outbox(), loadParts()]);
    const loaded: Device = { ...own, ...parts };
    outbox.isLoaded = true;
    resolve(loaded);
    return loaded;
  };
  const outbox: Outbox = { deps, userId: user._id, device, isLoaded: false, hasWritten: false };
  yield* onEvery(messageSendRequested, ({ payload }) => enqueue(outbox, payload));
  yield* onEvery(messageRetryRequested, ({ payload }) => retry(outbox, payload));
  yield* onEvery(messageCancelRequested, ({ payload }) => cancel(outbox, payload));
  yield* onEvery(messageDiscarded, ({ payload }) => forget(outbox, payload));
  // Loaded before it is needed, since it can't be without a connection, but not for somebody who only reads.
  yield* onEvery(conversationOpened, () => wait(async () => void (await deps.used().then(device))));
  yield* onEvery(conversationGone, ({ payload }) => forgetConversation(outbox, payload));
  yield fork(hear, outbox, promise);
  yield fork(keepTrying, outbox);
  yield* drainAll(outbox);
}
