import type { AppStore } from '#state/store.ts';
import type { ModalPerformer } from '#state/session/subscription-modal.ts';
import { performersApi } from '#state/api/creators/creators.ts';

/**
 * Loads a creator with prices, from the cache if possible; `force` skips the cache.
 * @throws The problem that the server replied with.
 */
export async function loadCreator(
  store: AppStore,
  id: string,
  { force = false } = {},
): Promise<ModalPerformer> {
  const query = store.dispatch(performersApi.endpoints.getPerformer.initiate(id, { forceRefetch: force }));
  try {
    return await query.unwrap();
  } finally {
    query.unsubscribe();
  }
}
