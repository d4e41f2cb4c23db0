import { samePathOnly } from '#config/routes.ts';
import { countUnreadNotifications } from '#services/notifications.ts';
import { notificationsCounted, notificationsMiscounted } from '../notifications/unread-notifications.ts';
import { onEvery, onLatest, pause, send, wait } from '../effects.ts';
import type { Saga } from '../effects.ts';
import { connectionRestored } from './connection.ts';
import { live } from './live-events.ts';
import type { SagaDeps } from '../deps.ts';

/** However much happens at once, it is counted once. */
const SETTLE_MS = 500;

/** Asks how many are unread; without an answer the number stays. */
function* recount({ api }: SagaDeps): Saga {
  const counted = yield* wait(() => countUnreadNotifications(api).catch(() => null));
  if (counted) yield* send(notificationsCounted(counted.unread));
}

/** Shows each notification once as a toast with a link, and keeps the number of unread ones. */
export function* notificationSaga(deps: SagaDeps): Saga {
  const { toast, navigate } = deps;
  yield* onEvery(live['notification/created'], ({ payload: { text, href, isQuiet } }) => {
    const path = samePathOnly(href);
    return wait(() => {
      if (!isQuiet)
        toast.info(text, path ? { action: { label: 'Open', run: () => navigate(path) } } : undefined);
    });
  });
  yield* onLatest(live['notification/created'], function* () {
    yield* pause(SETTLE_MS);
    yield* recount(deps);
  });
  yield* onLatest(notificationsMiscounted, () => recount(deps));
  yield* onEvery(live['notification/read'], ({ payload }) => send(notificationsCounted(payload.unread)));
  yield* onEvery(connectionRestored, function* ({ payload }) {
    if (!payload.first) yield* recount(deps);
  });
}
