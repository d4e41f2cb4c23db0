import type { AppStore } from '../store.ts';

/**
 * Turns the reminder of a stream on or off. The queries it affects load on demand if the page hasn't loaded them yet.
 * @throws The problem that the server replied with.
 */
export async function remind(store: AppStore, reminder: { id: string; isOn: boolean }): Promise<void> {
  const { streamsApi } = await import('../api/streams/streams.ts');
  await store.dispatch(streamsApi.endpoints.remind.initiate(reminder, { track: false })).unwrap();
}
