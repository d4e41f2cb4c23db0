import type { OutboxFile } from './outbox.ts';

/** A picked file that isn't uploaded yet. */
export interface WaitingFile {
  readonly file: File;
  /** Its place among all files of its message. */
  readonly at: number;
}

const held = new Map<string, readonly WaitingFile[]>();

/** Keeps files for the outbox, by the message's `clientId`, because actions hold only plain data. */
export const holdFiles = (clientId: string, files: readonly WaitingFile[]): void =>
  void held.set(clientId, files);

/** The files of a message as the outbox keeps them, once. */
export function takeFiles(clientId: string): OutboxFile[] {
  const files = held.get(clientId) ?? [];
  held.delete(clientId);
  return files.map(({ file, at }) => ({
    name: file.name,
    lastModified: file.lastModified,
    blob: file,
    at,
  }));
}
