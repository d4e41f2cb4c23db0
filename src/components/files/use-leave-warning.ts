import { useRouter } from 'next/router';
import { useEffect } from 'react';

const question = 'A file is still uploading. If you leave this page, the upload is lost.';

/** What the router is stopped with: its only way to be held is an exception while it begins. */
const stayed = { cancelled: true, message: 'The person stayed on the page.' } as const;

/**
 * The router's promise is nobody's, so what stopped it would count as an error that no one handled: in the
 * console and in error reports.
 */
function hush(event: PromiseRejectionEvent): void {
  if (event.reason !== stayed) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Asks before the page is left while `active`: by closing the tab, by a link, by going back. */
export function useLeaveWarning(active: boolean): void {
  const { events, asPath } = useRouter();
  useEffect(() => {
    if (!active) return undefined;
    let stepped = false;
    const onStep = () => void (stepped = true);
    const closing = (event: BeforeUnloadEvent) => event.preventDefault();
    const leaving = (to: string) => {
      const wasStep = stepped;
      stepped = false;
      // The router can only be held by an answer that comes at once.
      if (to === asPath || window.confirm(question)) return;
      // A step back has changed the address already.
      if (wasStep) window.history.forward();
      events.emit('routeChangeError', new Error(stayed.message), to, { shallow: false });
      // oxlint-disable-next-line typescript/only-throw-error -- an Error would be reported as a fault
      throw stayed;
    };
    window.addEventListener('popstate', onStep, true);
    window.addEventListener('beforeunload', closing);
    events.on('routeChangeStart', leaving);
    return () => {
      window.removeEventListener('popstate', onStep, true);
      window.removeEventListener('beforeunload', closing);
      events.off('routeChangeStart', leaving);
    };
  }, [active, asPath, events]);
  useEffect(() => {
    // For as long as the page is there: the rejection is reported a moment after the answer.
    window.addEventListener('unhandledrejection', hush, true);
    return () => window.removeEventListener('unhandledrejection', hush, true);
  }, []);
}
