const held = new Map<string, readonly File[]>();

/** Keeps files for the outbox, by the message's `clientId`, because actions hold only plain data. */
export const holdFiles = (clientId: string, files: readonly File[]): void => void held.set(clientId, files);

/** The files of a message, once. */
export function takeFiles(clientId: string): readonly File[] {
  const files = held.get(clientId) ?? [];
  held.delete(clientId);
  return files;
}
