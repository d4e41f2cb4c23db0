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
