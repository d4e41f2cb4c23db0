import Head from 'next/head';
import { useTheme } from 'next-themes';
import { useEffect } from 'react';
import { useSite } from '../access/session.ts';

/** The browser's own bars take the page's colour. */
function useThemeColour(): void {
  const { resolvedTheme } = useTheme();
  useEffect(() => {
    // After the provider, whose effect comes later, has put the theme in place.
    const frame = requestAnimationFrame(() => {
      const colour = getComputedStyle(document.documentElement).getPropertyValue('--page').trim();
      if (colour) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour);
    });
    return () => cancelAnimationFrame(frame);
  }, [resolvedTheme]);
}

/**
 * What every page's head has besides its own. No title: whichever `Head` was drawn last wins, and this one
 * may be.
 */
export function SiteHead() {
  const { siteName, favicon } = useSite();
  useThemeColour();
  return (
    <Head>
      <meta
        key="viewport"
        name="viewport"
        content="width=device-width, initial-scale=1, maximum-scale=1, viewport-fit=cover"
      />
      <link key="icon" rel="icon" href={favicon || '/favicon.ico'} />
      <meta key="app-title" name="apple-mobile-web-app-title" content={siteName} />
    </Head>
  );
}
