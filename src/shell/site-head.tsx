import Head from 'next/head';
import { useTheme } from 'next-themes';
import { useEffect } from 'react';
import { useSite } from './session.tsx';

/** The browser's own bars take the page's colour. */
function useThemeColour(): void {
  const { resolvedTheme } = useTheme();
  useEffect(() => {
    const colour = getComputedStyle(document.documentElement).getPropertyValue('--page').trim();
    if (colour) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour);
  }, [resolvedTheme]);
}

/** What every page's head has; a page's own `PageHead` wins. */
export function SiteHead() {
  const { siteName, favicon } = useSite();
  useThemeColour();
  return (
    <Head>
      <title key="title">{siteName}</title>
      <meta key="viewport" name="viewport" content="width=device-width, initial-scale=1, maximum-scale=1, viewport-fit=cover" />
      <link key="icon" rel="icon" href={favicon || '/favicon.ico'} />
      <meta key="app-title" name="apple-mobile-web-app-title" content={siteName} />
    </Head>
  );
}
