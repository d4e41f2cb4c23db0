/** Runs once the page has loaded, or after `atLatestMs`. */
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

/** Runs once the page has loaded and the browser is idle. Returns a function that cancels it. */
export function whenIdle(run: () => void, atLatestMs = 5_000): () => void {
  let over = false;
  const go = () => void (over || run());
  const soon = () => {
    // Not every browser supports it.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(go, { timeout: atLatestMs });
    else setTimeout(go, 1_000);
  };
  if (document.readyState === 'complete') soon();
  else window.addEventListener('load', soon, { once: true });
  return () => {
    over = true;
  };
}
