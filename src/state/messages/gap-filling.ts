import { take } from 'redux-saga/effects';
import { limits } from '#config/limits.ts';
import type { Message } from '#contract/talk/messages/messages.ts';
import { within } from '#services/http/patience.ts';
import { listMessages } from '#services/talk/messages/messages.ts';
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
import type { SagaDeps } from '../deps.ts';

/** What a thread may lack, each including the one before. */
export const depths = {
  /** What events told of. */
  heard: 0,
  /** What happened without being told. */
  missed: 1,
  /** Also what isn't counted as a change, such as messages being read. */
  all: 2,
} as const;
type Depth = (typeof depths)[keyof typeof depths];

export function* threadOf(conversationId: string): Saga<Thread> {
  return yield* read((state: { message?: MessageState }) => selectThread(state, conversationId));
}

export function* pageOf(
  conversationId: string,
  listed: { readonly data: readonly Message[]; readonly lastChange: number },
): Saga<LoadedPage> {
  return loadedPage(conversationId, listed, (yield* read(selectAuthUser))?._id);
}

export function* list(
  { api }: SagaDeps,
  conversationId: string,
  query: Parameters<typeof listMessages>[2],
): Saga<Awaited<ReturnType<typeof listMessages>>> {
  return yield* wait(() => within(listMessages(api, conversationId, query)));
}

/** The thread once no page is on its way, which may be older than what is missing, or replace the thread. */
function* settledThread(conversationId: string): Saga<Thread> {
  for (;;) {
    const thread = yield* threadOf(conversationId);
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
    const { upTo, isBehind } = yield* settledThread(conversationId);
    // After a jump back, newer messages are loaded on request.
    if (isBehind) return null;
    const listed = yield* list(deps, conversationId, { afterSeq: upTo, limit: limits.maxPageSize });
    if (listed.data.length > 0) yield* send(messagesCaughtUp(yield* pageOf(conversationId, listed)));
    if (listed.data.length < limits.maxPageSize) return listed.lastChange;
  }
}

/** Fetches every change after the last known one, page by page. */
function* fetchChanges(deps: SagaDeps, conversationId: string): Saga {
  const ownId = (yield* read(selectAuthUser))?._id;
  for (;;) {
    const { changes } = yield* threadOf(conversationId);
    const { data, lastChange } = yield* list(deps, conversationId, {
      changedAfter: changes,
      limit: limits.maxPageSize,
    });
    const last = data.at(-1)?.change ?? 0;
    const isMore = data.length === limits.maxPageSize;
    const upToChange = isMore ? last : Math.max(last, lastChange);
    yield* send(messagesChanged({ conversationId, data, ownId, upToChange }));
    if (!isMore) return;
  }
}

/** Refetches the loaded messages. */
function* refetchShown(deps: SagaDeps, conversationId: string): Saga {
  const { items, upTo, isBehind } = yield* settledThread(conversationId);
  const limit = Math.min(limits.maxPageSize, Math.max(limits.pageSize, items.length));
  const place = isBehind ? { beforeSeq: upTo + 1 } : { offset: 0 };
  const listed = yield* list(deps, conversationId, { ...place, limit });
  yield* send(messagesCaughtUp(yield* pageOf(conversationId, listed)));
}

/** Fetches the changes that events told of. */
function* fetchHeard(deps: SagaDeps, conversationId: string): Saga {
  const { changes, heard } = yield* threadOf(conversationId);
  if (heard > changes) yield* fetchChanges(deps, conversationId);
}

function* mendOnce(deps: SagaDeps, conversationId: string, depth: Depth): Saga {
  const thread = yield* settledThread(conversationId);
  if (!thread.isLoaded) return;
  if (depth === depths.heard) {
    if (!thread.isBehind && thread.upTo < thread.total) yield* fetchNewer(deps, conversationId);
  } else {
    const lastChange = yield* fetchNewer(deps, conversationId);
    if (lastChange === null || lastChange > (yield* threadOf(conversationId)).changes)
      yield* fetchChanges(deps, conversationId);
    if (depth === depths.all) yield* refetchShown(deps, conversationId);
  }
  // Any of these pages may be older than a change received meanwhile.
  yield* fetchHeard(deps, conversationId);
}

export type Mend = (conversationId: string, depth: Depth) => Saga;

/**
 * Fetches what a loaded thread lacks, one call after the other in each conversation: however many events tell of
 * a gap, it is fetched once.
 */
export function createMending(deps: SagaDeps): Mend {
  /** The conversations at work, with what is to be done after that. */
  const wanted = new Map<string, Depth | null>();
  return function* mend(conversationId, depth) {
    const next = wanted.get(conversationId);
    if (next !== undefined) {
      wanted.set(conversationId, Math.max(next ?? 0, depth) as Depth);
      return;
    }
    let now: Depth | null = depth;
    try {
      while (now !== null) {
        const doing: Depth = now;
        wanted.set(conversationId, null);
        yield* orAgain(() => mendOnce(deps, conversationId, doing));
        now = wanted.get(conversationId) ?? null;
      }
    } finally {
      wanted.delete(conversationId);
    }
  };
}
