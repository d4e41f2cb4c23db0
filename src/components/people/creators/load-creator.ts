import type { AppStore } from '#state/store.ts';
import type { ModalPerformer } from '#state/session/subscription-modal.ts';
import { getPerformer } from '#services/people/creators.ts';
import { askRead } from '#state/query/ask.ts';

/**
 * Loads a creator with prices, from the cache if possible; `force` skips the cache.
 * @throws The problem that the server replied with.
 */
export async function loadCreator(
  store: AppStore,
  id: string,
  { force = false } = {},
): Promise<ModalPerformer> {
  return askRead(store, getPerformer, { input: { params: { id } }, force }).unwrap();
}
