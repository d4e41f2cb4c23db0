import { removeReminder, setReminder } from '#services/talk/streams/streams.ts';
import type { AppStore } from '../store.ts';

/**
 * Turns the reminder of a stream on or off. The queries it affects load on demand if the page hasn't loaded them yet.
 * @throws The problem that the server replied with.
 */
export async function remind(store: AppStore, { id, isOn }: { id: string; isOn: boolean }): Promise<void> {
  const { sendWrite } = await import('../query/ask.ts');
  const input = { params: { id } };
  await (isOn ? sendWrite(store, setReminder, input) : sendWrite(store, removeReminder, input)).unwrap();
}
