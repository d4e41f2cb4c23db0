import { useEffect, useEffectEvent, useRef } from 'react';
import type { FileView } from '#contract/core/schemas.ts';
import { problemCode } from '#lib/problem.ts';
import { getFileStatus } from '#services/base/files.ts';
import { selectConnection } from '#state/live/connection.ts';
import { type FileProgress, selectFileStates } from '#state/live/file-states.ts';
import { useApi, useAppSelector } from '#state/hooks.ts';

/** Polling interval while there is no live connection, in milliseconds. */
const pollMs = 2_000;

export interface FileListener {
  /** Called with the server's full record of a file. */
  readonly onView: (view: FileView) => void;
  /** Called with progress from the live connection. */
  readonly onProgress?: (fileId: string, progress: FileProgress) => void;
  /** The file no longer exists, because nothing referenced it for a day. */
  readonly onGone?: (fileId: string) => void;
}

/**
 * Follows files that the server is still processing: through the socket event `file/state`, or by polling
 * while disconnected. Every file is also fetched once at the beginning and after a reconnect. Pass only ids
 * that are neither ready nor failed; it stops when there are none.
 */
export function useFileStates(fileIds: readonly string[], listener: FileListener): void {
  const api = useApi();
  const states = useAppSelector(selectFileStates);
  const connected = useAppSelector(selectConnection) === 'connected';
  const requested = useRef({ connected, ids: new Set<string>() });
  const heard = useRef(new Map<string, FileProgress>());
  const ids = fileIds.join(' ');
  const ask = useEffectEvent(async (id: string) => {
    try {
      listener.onView(await getFileStatus(api, id));
    } catch (caught) {
      // Ignore other errors, because the next event or poll will provide the state.
      if (problemCode(caught) === 'not_found') listener.onGone?.(id);
    }
  });
  const hear = useEffectEvent((id: string, progress: FileProgress) => {
    if (progress.state === 'ready' || progress.state === 'failed') void ask(id);
    else listener.onProgress?.(id, progress);
  });
  useEffect(() => {
    const now = ids.split(' ');
    // Files that reappear are fetched again, because responses may arrive out of order.
    requested.current = {
      connected,
      ids: new Set(
        requested.current.connected === connected ? now.filter((id) => requested.current.ids.has(id)) : [],
      ),
    };
    for (const id of now) {
      if (id === '' || requested.current.ids.has(id)) continue;
      requested.current.ids.add(id);
      void ask(id);
    }
  }, [ids, connected]);
  useEffect(() => {
    for (const id of ids.split(' ')) {
      const now = states[id];
      if (!now || heard.current.get(id) === now) continue;
      heard.current.set(id, now);
      hear(id, now);
    }
  }, [ids, states]);
  useEffect(() => {
    if (connected || ids === '') return undefined;
    const timer = setInterval(() => ids.split(' ').forEach((id) => void ask(id)), pollMs);
    return () => clearInterval(timer);
  }, [ids, connected]);
}
