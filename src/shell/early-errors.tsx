/** What went wrong before the reporter was there. */
export interface EarlyErrors {
  /** Hands over what was collected and stops collecting. */
  take(): unknown[];
}

const most = 20;

/** Keeps the page's errors until somebody takes them. */
export function collectErrors(target: Pick<Window, 'addEventListener' | 'removeEventListener'>): EarlyErrors {
  const found: unknown[] = [];
  const keep = (error: unknown) => {
    if (found.length < most) found.push(error);
  };
  const onError = (event: ErrorEvent) => keep(event.error ?? event.message);
  const onRejection = (event: PromiseRejectionEvent) => keep(event.reason);
  target.addEventListener('error', onError);
  target.addEventListener('unhandledrejection', onRejection);
  return {
    take: () => {
      target.removeEventListener('error', onError);
      target.removeEventListener('unhandledrejection', onRejection);
      return found.splice(0);
    },
  };
}

/** Runs once the page has loaded and the browser has nothing better to do. */
export function whenIdle(run: () => void): void {
  const soon = () => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 5_000 });
    else setTimeout(run, 1_000);
  };
  if (document.readyState === 'complete') soon();
  else window.addEventListener('load', soon, { once: true });
}
