import Router from 'next/router';
import { useEffect } from 'react';
import { whenUsed } from '#lib/when-used.ts';
import { toast } from '#ui/overlays/toast.ts';
import { onInstallOffer } from '../frame/install-offer.ts';

const stripQuery = (url: string) => url.split(/[?#]/)[0];

/**
 * Moves focus to the content after a navigation, as a full page load would; a change of the query leaves it
 * in place.
 */
export function useRouteFocus(): void {
  useEffect(() => {
    let before = stripQuery(Router.asPath);
    const arrived = (url: string) => {
      const moved = stripQuery(url) !== before;
      before = stripQuery(url);
      const content = document.getElementById('content');
      if (moved && !content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
    };
    Router.events.on('routeChangeComplete', arrived);
    return () => Router.events.off('routeChangeComplete', arrived);
  }, []);
}

/** Loads the build manifest at the first interaction, so that it is there when the person navigates. */
export function useRouteFiles(): void {
  useEffect(() => {
    const ask = async () => {
      try {
        await Router.router?.pageLoader.getPageList();
      } catch {
        // The router requests it again when they navigate.
      }
    };
    return whenUsed(() => void ask());
  }, []);
}

/** Shows a progress bar at the top if loading the next page takes noticeably long. */
export function useRouteProgress(): void {
  useEffect(() => {
    let wanted = false;
    const start = () => {
      wanted = true;
      setTimeout(() => {
        if (wanted)
          void load().then(
            (bar) => wanted && bar.start(),
            () => {},
          );
      }, 120);
    };
    const stop = () => {
      if (wanted)
        void load().then(
          (bar) => bar.done(),
          () => {},
        );
      wanted = false;
    };
    const load = async () => {
      const { default: bar } = await import('nprogress');
      // The default template has the ARIA role "bar", which doesn't exist.
      bar.configure({ showSpinner: false, barSelector: '.bar', template: '<div class="bar"></div>' });
      return bar;
    };
    Router.events.on('routeChangeStart', start);
    Router.events.on('routeChangeComplete', stop);
    Router.events.on('routeChangeError', stop);
    return () => {
      Router.events.off('routeChangeStart', start);
      Router.events.off('routeChangeComplete', stop);
      Router.events.off('routeChangeError', stop);
    };
  }, []);
}

/** Text fields and links always keep their context menu, for spelling, pasting and opening in a new tab. */
export const keepsContextMenu = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, a[href], [contenteditable]:not([contenteditable="false"])') !==
    null;

/** Disables the context menu unless the public settings allow it. */
export function useContextMenu(allowed: boolean): void {
  useEffect(() => {
    if (allowed) return undefined;
    const refuse = (event: Event) => {
      if (!keepsContextMenu(event.target)) event.preventDefault();
    };
    document.addEventListener('contextmenu', refuse);
    return () => document.removeEventListener('contextmenu', refuse);
  }, [allowed]);
}

const promptedKey = 'limelight:install-asked';
const month = 30 * 86_400_000;

function promptedLately(now: number): boolean {
  try {
    return now - Number(localStorage.getItem(promptedKey) ?? 0) < month;
  } catch {
    return true;
  }
}

/** Offers to install the site where the browser supports it; at most once a month. */
export function useInstallPrompt(siteName: string): void {
  useEffect(() => {
    onInstallOffer((offer) => {
      const now = Date.now();
      if (promptedLately(now)) return;
      localStorage.setItem(promptedKey, String(now));
      toast.info(`Add ${siteName} to your home screen?`, {
        lasts: 20_000,
        action: { label: 'Add', run: () => void offer.prompt() },
      });
    });
  }, [siteName]);
}
