import type { AppStore } from '#state/store.ts';
import type { ModalPerformer } from '#state/session/subscription-modal.ts';
import { performersApi } from '#state/api/creators.ts';

/**
 * A creator with prices, from the server unless they are known already; `anew` asks in any case. Rejects with
 * the problem.
 */
export async function loadCreator(
  store: AppStore,
  id: string,
  { anew = false } = {},
): Promise<ModalPerformer> {
  const query = store.dispatch(performersApi.endpoints.getPerformer.initiate(id, { forceRefetch: anew }));
  try {
    return await query.unwrap();
  } finally {
    query.unsubscribe();
  }
}
