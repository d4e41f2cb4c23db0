import Router from 'next/router';
import { useEffect } from 'react';
import { withoutSecrets } from '#lib/address.ts';

type Gtag = (...command: unknown[]) => void;
type Layer = { dataLayer?: unknown[] };

/** Only valid measurement ids may become part of a script's URL. */
export const isMeasurementId = (code: string | null | undefined): code is string =>
  /^(?:G|GT|AW|UA)-[A-Z0-9-]{4,20}$/i.test(code ?? '');

/** The page's nonce, which browsers expose only to the page's own scripts. */
const nonceNow = () => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

function load(code: string): Gtag {
  const script = document.createElement('script');
  script.async = true;
  script.nonce = nonceNow();
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(code)}`;
  document.head.append(script);
  const layer = ((window as Layer).dataLayer ??= []);
  return function gtag() {
    // Google's script processes `arguments` objects and ignores arrays, so a rest parameter won't do.
    layer.push(arguments);
  };
}

/**
 * Counts page views with the operator's analytics code, if the public settings have one. Query values are
 * removed from URLs.
 */
export function useAnalytics(code: string | null | undefined): void {
  useEffect(() => {
    if (!isMeasurementId(code)) return undefined;
    const track = load(code);
    const view = (path: string) => track('event', 'page_view', { page_path: withoutSecrets(path) });
    track('js', new Date());
    track('config', code, { send_page_view: false, anonymize_ip: true });
    view(Router.asPath);
    Router.events.on('routeChangeComplete', view);
    return () => Router.events.off('routeChangeComplete', view);
  }, [code]);
}

/** `useAnalytics` as a component, so that it can be loaded lazily. Renders nothing. */
export function Analytics({ code }: { code: string }): null {
  useAnalytics(code);
  return null;
}
