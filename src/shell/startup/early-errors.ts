/** Errors that occurred before the error reporter was loaded. */
export interface EarlyErrors {
  /** Returns the collected errors and stops collecting. */
  take(): unknown[];
}

const most = 20;

/** Collects the page's errors until they are taken. */
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
