import type { TileKind } from './media-tiles.ts';

export interface Opening {
  /** Position of the message in its conversation. */
  readonly seq: number;
  readonly kind: TileKind;
  /** Position among the message's files of the kind. */
  readonly at: number;
}

/** Long enough to load the messages around it on a slow connection. */
const patienceMs = 10_000;
const stepMs = 100;

const acts: Record<TileKind, (line: HTMLElement, at: number) => boolean> = {
  photo(line, at) {
    const pictures = line.querySelectorAll<HTMLElement>('button:has(img)');
    // Only the first four are shown; the viewer that opens leads to the others.
    const picture = pictures[Math.min(at, pictures.length - 1)];
    picture?.click();
    return picture !== undefined;
  },
  video(line, at) {
    const video = line.querySelectorAll('video')[at];
    // Some browsers want another press; the video is in view.
    void video?.play().catch(() => {});
    return video !== undefined;
  },
  voice(line) {
    const play = line.querySelector<HTMLElement>('button[aria-label="Play"]');
    play?.click();
    return play !== null;
  },
};

/**
 * Zooms or plays a file of a message that was asked for with `messageJumpRequested`, once it is there. Call it
 * before: an earlier jump to the same message left its mark. Stops waiting once the conversation has left the page.
 */
export function openInThread({ seq, kind, at }: Opening, isOnPage: () => boolean): void {
  for (const each of document.querySelectorAll<HTMLElement>('li[data-found]')) delete each.dataset['found'];
  const until = Date.now() + patienceMs;
  const attempt = () => {
    if (!isOnPage()) return;
    const line = document.querySelector<HTMLElement>(`li[data-seq="${seq}"][data-found]`);
    if ((line && acts[kind](line, at)) || Date.now() > until) return;
    setTimeout(attempt, stepMs);
  };
  setTimeout(attempt, stepMs);
}
