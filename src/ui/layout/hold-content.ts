const ownWill = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Calls `scroll` on the next frame and whenever the page changes its height, until the user scrolls or `stop`
 * is called.
 */
export function holdView(scroll: () => void): () => void {
  const observer = new ResizeObserver(scroll);
  const stop = () => {
    observer.disconnect();
    for (const event of ownWill) window.removeEventListener(event, stop, true);
  };
  for (const event of ownWill) window.addEventListener(event, stop, { capture: true, passive: true });
  // The observer also fires once initially, before the next frame.
  observer.observe(document.body);
  return stop;
}

/** Keeps the top of a section in view while content around it loads. */
export const holdInView = (part: HTMLElement): (() => void) =>
  holdView(() => part.scrollIntoView({ block: 'start' }));
