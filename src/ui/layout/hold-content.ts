const ownWill = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls with the next frame, and again whenever the page changes its size, until the person moves by
 * themselves or `stop` is called.
 */
export function holdView(scroll: () => void): () => void {
  const observer = new ResizeObserver(scroll);
  const stop = () => {
    observer.disconnect();
    for (const event of ownWill) window.removeEventListener(event, stop, true);
  };
  for (const event of ownWill) window.addEventListener(event, stop, { capture: true, passive: true });
  // Tells once at the beginning, before the next frame.
  observer.observe(document.body);
  return stop;
}

/** Keeps the beginning of a part of the page in view while what stands above and below it comes. */
export const holdInView = (part: HTMLElement): (() => void) =>
  holdView(() => part.scrollIntoView({ block: 'start' }));
