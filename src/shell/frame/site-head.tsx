import Head from 'next/head';
import { useTheme } from 'next-themes';
import { useEffect } from 'react';
import { useSite } from '../access/session.ts';

/** Sets the color of the browser's own bars to the page's color. */
function useThemeColour(): void {
  const { resolvedTheme } = useTheme();
  useEffect(() => {
    // Wait for the theme provider, whose effect runs later.
    const frame = requestAnimationFrame(() => {
      const colour = getComputedStyle(document.documentElement).getPropertyValue('--page').trim();
      if (colour) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour);
    });
    return () => cancelAnimationFrame(frame);
  }, [resolvedTheme]);
}

/**
 * Head elements common to all pages. Without a title, because the last rendered `Head` wins, and that may be
 * this one.
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
