import { useRouter } from 'next/router';
import { useEffect } from 'react';

const question = 'A file is still on its way. Leave, and it is lost?';

/** Asks before the page is left while `active`: by closing the tab, by a link, by going back. */
export function useLeaveWarning(active: boolean): void {
  const { events, asPath } = useRouter();
  useEffect(() => {
    if (!active) return undefined;
    const closing = (event: BeforeUnloadEvent) => event.preventDefault();
    const leaving = (to: string) => {
      // The router can only be held by an answer that comes at once.
      if (to === asPath || window.confirm(question)) return;
      events.emit('routeChangeError', new Error('stayed'), to, { shallow: false });
      // The router has no other way to be stopped than by an exception; its own message handler takes it.
      // oxlint-disable-next-line typescript/only-throw-error -- an Error would be reported as a fault
      throw 'The person stayed on the page.';
    };
    window.addEventListener('beforeunload', closing);
    events.on('routeChangeStart', leaving);
    return () => {
      window.removeEventListener('beforeunload', closing);
      events.off('routeChangeStart', leaving);
    };
  }, [active, asPath, events]);
}
