const signs = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'scroll', 'visibilitychange'] as const;

/**
 * Runs once, at the first sign that somebody does something with the page: a press, a key, a scroll, a return
 * to it. Gives a function that calls it off.
 */
export function whenUsed(run: () => void): () => void {
  const options = { capture: true, passive: true } as const;
  const stop = () => signs.forEach((sign) => window.removeEventListener(sign, go, options));
  const go = () => {
    if (document.visibilityState === 'hidden') return;
    stop();
    run();
  };
  signs.forEach((sign) => window.addEventListener(sign, go, options));
  return stop;
}
