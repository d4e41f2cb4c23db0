const signs = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'scroll', 'visibilitychange'] as const;

/**
 * Runs once, on the first interaction with the page: a press, a key, a scroll, or returning to the tab.
 * A list inside the page that moves doesn't count, because a conversation shows its end by itself.
 * Returns a function that cancels it.
 */
export function whenUsed(run: () => void): () => void {
  const options = { capture: true, passive: true } as const;
  const stop = () => signs.forEach((sign) => window.removeEventListener(sign, go, options));
  const go = ({ type, target }: Event) => {
    if (document.visibilityState === 'hidden') return;
    if (type === 'scroll' && target instanceof Element) return;
    stop();
    run();
  };
  signs.forEach((sign) => window.addEventListener(sign, go, options));
  return stop;
}

/** Whether anything on this page has been pressed yet. */
export const wasUsed = (): boolean => 'userActivation' in navigator && navigator.userActivation.hasBeenActive;
