import { samePathOnly } from '#config/routes.ts';
import { onEvery, wait } from '../effects.ts';
import type { Saga } from '../effects.ts';
import { live } from './live-events.ts';
import type { SagaDeps } from '../deps.ts';

/** Shows notifications as toasts, with a link if they have one. */
export function* notificationSaga({ toast, navigate }: SagaDeps): Saga {
  yield* onEvery(live['notification/created'], ({ payload: { text, href } }) => {
    const path = samePathOnly(href);
    return wait(
      () =>
        void toast.info(text, path ? { action: { label: 'Open', run: () => navigate(path) } } : undefined),
    );
  });
}
