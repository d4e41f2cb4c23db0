import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { historySteps } from '#lib/device/history-steps.ts';

const uploading = 'A file is still uploading. If you leave this page, the upload is lost.';

/** Thrown to stop the router: an exception in `routeChangeStart` is the only way to cancel a navigation. */
const stayed = { cancelled: true, message: 'The person stayed on the page.' } as const;

/**
 * Nothing awaits the router's promise, so the exception that stops it would count as an unhandled rejection
 * in the console and in error reports.
 */
function hush(event: PromiseRejectionEvent): void {
  if (event.reason !== stayed) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

let isDecided = false;

/** For a person who was just asked and chose to drop what is in the page: the browser doesn't ask them again. */
export function reloadWithoutAsking(): void {
  isDecided = true;
  location.reload();
}

/**
 * While `active`, asks for confirmation before the page is left by closing the tab, following a link, or
 * going back.
 */
export function useLeaveWarning(active: boolean, question: string = uploading): void {
  const { events, asPath } = useRouter();
  useEffect(() => {
    if (!active) return undefined;
    let seen = historySteps();
    const closing = (event: BeforeUnloadEvent) => {
      if (!isDecided) event.preventDefault();
    };
    const leaving = (to: string) => {
      const wasStep = historySteps() !== seen;
      seen = historySteps();
      // The router can only be stopped synchronously, which rules out a dialog of our own.
      if (to === asPath || window.confirm(question)) return;
      // Going back has already changed the URL, so restore it.
      if (wasStep) window.history.forward();
      events.emit('routeChangeError', new Error(stayed.message), to, { shallow: false });
      // oxlint-disable-next-line typescript/only-throw-error -- an Error would be reported as a fault
      throw stayed;
    };
    window.addEventListener('beforeunload', closing);
    events.on('routeChangeStart', leaving);
    return () => {
      window.removeEventListener('beforeunload', closing);
      events.off('routeChangeStart', leaving);
    };
  }, [active, asPath, events, question]);
  useEffect(() => {
    // Registered for the component's lifetime because the rejection is reported after the user has answered.
    window.addEventListener('unhandledrejection', hush, true);
    return () => window.removeEventListener('unhandledrejection', hush, true);
  }, []);
}
