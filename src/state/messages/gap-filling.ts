import { take } from 'redux-saga/effects';
import { limits } from '#config/limits.ts';
import type { Message } from '#contract/talk/messages/messages.ts';
import { orAgain } from '../live/catching-up.ts';
import { selectAuthUser } from '../session/auth.ts';
import { read, send, wait } from '../effects.ts';
import type { Saga } from '../effects.ts';
import { loadedPage } from './message-thread.ts';
import type { LoadedPage, Thread } from './message-thread.ts';
import {
  messagesCaughtUp,
  messagesChanged,
  messagesFailed,
  messagesLoaded,
  selectThread,
} from './message.ts';
import type { MessageState } from './message.ts';
import { listPage } from './pages.ts';
import type { SagaDeps } from '../deps.ts';

/** What a thread may lack, each including the one before. */
export const depths = {
  /** What events told of. */
  announced: 0,
  /** What happened without being told. */
  missed: 1,
  /** Also what isn't counted as a change, such as messages being read. */
  all: 2,
} as const;
type Depth = (typeof depths)[keyof typeof depths];

export function* readThread(conversationId: string): Saga<Thread> {
  return yield* read((state: { message?: MessageState }) => selectThread(state, conversationId));
}

function* toLoadedPage(
  conversationId: string,
  listed: { readonly data: readonly Message[]; readonly lastChange: number },
): Saga<LoadedPage> {
  return loadedPage(conversationId, listed, (yield* read(selectAuthUser))?._id);
}

/** The thread once no page is on its way, which may be older than what is missing, or replace the thread. */
function* idleThread(conversationId: string): Saga<Thread> {
  for (;;) {
    const thread = yield* readThread(conversationId);
    if (!thread.fetching) return thread;
    yield take([messagesLoaded.type, messagesFailed.type]);
  }
}

/**
 * Fetches everything newer than the known messages, page by page, oldest first. Returns the number of the
 * conversation's last change; null if nothing was fetched.
 */
function* fetchNewer(deps: SagaDeps, conversationId: string): Saga<number | null> {
  for (;;) {
    const { upTo, isBehind } = yield* idleThread(conversationId);
    // After a jump back, newer messages are loaded on request.
    if (isBehind) return null;
    const listed = yield* wait(() =>
      listPage(deps.api, conversationId, { afterSeq: upTo, limit: limits.maxPageSize }),
    );
    if (listed.data.length > 0) yield* send(messagesCaughtUp(yield* toLoadedPage(conversationId, listed)));
    if (listed.data.length < limits.maxPageSize) return listed.lastChange;
  }
}

/** Fetches every change after the last known one, page by page. */
function* fetchChanges(deps: SagaDeps, conversationId: string): Saga {
  const ownId = (yield* read(selectAuthUser))?._id;
  for (;;) {
    const { changes } = yield* readThread(conversationId);
    const { data, lastChange } = yield* wait(() =>
      listPage(deps.api, conversationId, {
        changedAfter: changes,
        limit: limits.maxPageSize,
      }),
    );
    const last = data.at(-1)?.change ?? 0;
    const isMore = data.length === limits.maxPageSize;
    const upToChange = isMore ? last : Math.max(last, lastChange);
    yield* send(messagesChanged({ conversationId, data, ownId, upToChange }));
    if (!isMore) return;
  }
}

/** Refetches the loaded messages. */
function* refetchShown(deps: SagaDeps, conversationId: string): Saga {
  const { items, upTo, isBehind } = yield* idleThread(conversationId);
  const limit = Math.min(limits.maxPageSize, Math.max(limits.pageSize, items.length));
  const place = isBehind ? { beforeSeq: upTo + 1 } : { offset: 0 };
  const listed = yield* wait(() => listPage(deps.api, conversationId, { ...place, limit }));
  yield* send(messagesCaughtUp(yield* toLoadedPage(conversationId, listed)));
}

/** Fetches the changes that events told of. */
function* fetchAnnounced(deps: SagaDeps, conversationId: string): Saga {
  const { changes, heard } = yield* readThread(conversationId);
  if (heard > changes) yield* fetchChanges(deps, conversationId);
}

function* fillOnce(deps: SagaDeps, conversationId: string, depth: Depth): Saga {
  const thread = yield* idleThread(conversationId);
  if (!thread.isLoaded) return;
  if (depth === depths.announced) {
    if (!thread.isBehind && thread.upTo < thread.total) yield* fetchNewer(deps, conversationId);
  } else {
    const lastChange = yield* fetchNewer(deps, conversationId);
    if (lastChange === null || lastChange > (yield* readThread(conversationId)).changes)
      yield* fetchChanges(deps, conversationId);
    if (depth === depths.all) yield* refetchShown(deps, conversationId);
  }
  // Any of these pages may be older than a change received meanwhile.
  yield* fetchAnnounced(deps, conversationId);
}

export type FillGaps = (conversationId: string, depth: Depth) => Saga;

/**
 * Fetches what a loaded thread lacks, one call after the other in each conversation: however many events tell of
 * a gap, it is fetched once.
 */
export function createGapFilling(deps: SagaDeps): FillGaps {
  /** The conversations at work, with what is to be done after that. */
  const queuedDepths = new Map<string, Depth | null>();
  return function* fillGaps(conversationId, depth) {
    const next = queuedDepths.get(conversationId);
    if (next !== undefined) {
      queuedDepths.set(conversationId, Math.max(next ?? 0, depth) as Depth);
      return;
    }
    let pending: Depth | null = depth;
    try {
      while (pending !== null) {
        const current: Depth = pending;
        queuedDepths.set(conversationId, null);
        yield* orAgain(() => fillOnce(deps, conversationId, current));
        pending = queuedDepths.get(conversationId) ?? null;
      }
    } finally {
      queuedDepths.delete(conversationId);
    }
  };
}
