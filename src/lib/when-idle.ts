/** Runs as soon as the page has loaded, or when that takes unreasonably long. */
export function whenLoaded(run: () => void, atLatestMs = 3_000): void {
  if (document.readyState === 'complete') return run();
  let done = false;
  const go = () => {
    if (!done) run();
    done = true;
  };
  window.addEventListener('load', go, { once: true });
  setTimeout(go, atLatestMs);
}

/**
 * Runs once the page has loaded and the browser has nothing better to do, unless it is called off by what
 * this gives.
 */
export function whenIdle(run: () => void, atLatestMs = 5_000): () => void {
  let over = false;
  const go = () => void (over || run());
  const soon = () => {
    // Not every browser has it.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(go, { timeout: atLatestMs });
    else setTimeout(go, 1_000);
  };
  if (document.readyState === 'complete') soon();
  else window.addEventListener('load', soon, { once: true });
  return () => {
    over = true;
  };
}
