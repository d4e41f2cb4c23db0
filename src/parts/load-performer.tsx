import type { AppStore } from '#state/store';
import type { ModalPerformer } from '#state/subscription-modal';
import { performersApi } from '#state/api-performers';

/** A creator with prices, from the server unless they are known already. Rejects with the problem. */
export async function loadPerformer(store: AppStore, id: string): Promise<ModalPerformer> {
  const query = store.dispatch(performersApi.endpoints.getPerformer.initiate(id));
  try {
    return await query.unwrap();
  } finally {
    query.unsubscribe();
  }
}
