import { samePathOnly } from '#config/routes.ts';
import {
  countUnreadNotifications,
  listNotifications,
  readAllNotifications,
  readNotification,
} from '#services/people/notifications.ts';
import { isAnswer, isListAnswer } from '../query/answers.ts';
import {
  notificationsCounted,
  notificationsMiscounted,
  selectUnreadNotifications,
} from './unread-notifications.ts';
import { onEvery, onEveryMatch, onLatest, pause, read, send, wait, waitUnless } from '../effects.ts';
import type { Saga } from '../effects.ts';
import { orAgain } from './catching-up.ts';
import { connectionRestored } from './connection.ts';
import { live } from './live-events.ts';
import type { SagaDeps } from '../deps.ts';

/** However much happens at once, it is counted once. */
const SETTLE_MS = 500;

/**
 * Asks how many are unread; until there is an answer the number stays. A number that comes meanwhile, of what was
 * read here or on another device, may be newer than the answer, or older: it asks again.
 */
const recount = ({ api }: SagaDeps): Saga =>
  orAgain(function* () {
    for (;;) {
      const counted = yield* waitUnless(notificationsCounted, () => countUnreadNotifications(api));
      if (counted) return yield* send(notificationsCounted(counted.unread));
    }
  });

/** Shows each notification once as a toast with a link, and keeps the number of unread ones. */
export function* notificationSaga(deps: SagaDeps): Saga {
  const { toast, navigate } = deps;
  yield* onEvery(live['notification/created'], ({ payload: { text, href, isQuiet } }) => {
    const path = samePathOnly(href);
    return wait(() => {
      if (!isQuiet)
        toast.info(text, path ? { action: { label: 'Open', run: () => void navigate(path) } } : undefined);
    });
  });
  yield* onLatest(live['notification/created'], function* () {
    yield* pause(SETTLE_MS);
    yield* recount(deps);
  });
  yield* onLatest(notificationsMiscounted, () => recount(deps));
  yield* onEveryMatch(isAnswer(readNotification, readAllNotifications), ({ payload }) =>
    send(notificationsCounted(payload.unread)),
  );
  yield* onEveryMatch(isListAnswer(listNotifications), function* ({ payload: { pages } }) {
    const shown = pages.flatMap(({ data }) => data).filter(({ isRead }) => !isRead).length;
    if (shown > (yield* read(selectUnreadNotifications))) yield* send(notificationsMiscounted());
  });
  yield* onEvery(live['notification/read'], ({ payload }) => send(notificationsCounted(payload.unread)));
  yield* onEvery(connectionRestored, function* ({ payload }) {
    if (!payload.first) yield* recount(deps);
  });
}
