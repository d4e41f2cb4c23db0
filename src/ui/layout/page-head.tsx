import Head from 'next/head';
import { createContext, useContext } from 'react';

/** The site's name, and the origin of its addresses where it is known. The shell provides both. */
export const SiteContext = createContext<{ readonly siteName: string; readonly origin: string }>({
  siteName: 'Limelight',
  origin: '',
});

export interface PageHeadProps {
  /** Without the site's name, which is added; none for the front page. */
  readonly title?: string;
  readonly description?: string;
  /** Picture for sharing. */
  readonly image?: string | null;
  /** Path of the one address this content has. */
  readonly canonical?: string;
  /** Keeps the page out of search engines. */
  readonly unlisted?: boolean;
}

const absolute = (origin: string, address: string) =>
  address.startsWith('/') ? `${origin}${address}` : address;

/** Title, and what search engines and shared links show of a page. */
export function PageHead({ title, description, image, canonical, unlisted }: PageHeadProps) {
  const { siteName, origin } = useContext(SiteContext);
  const full = title ? `${title} · ${siteName}` : siteName;
  return (
    <Head>
      <title key="title">{full}</title>
      <meta key="og:title" property="og:title" content={title ?? siteName} />
      <meta key="og:site_name" property="og:site_name" content={siteName} />
      {description ? <meta key="description" name="description" content={description} /> : null}
      {description ? <meta key="og:description" property="og:description" content={description} /> : null}
      {image ? <meta key="og:image" property="og:image" content={absolute(origin, image)} /> : null}
      {image ? <meta key="twitter:card" name="twitter:card" content="summary_large_image" /> : null}
      {canonical ? <link key="canonical" rel="canonical" href={absolute(origin, canonical)} /> : null}
      {canonical ? <meta key="og:url" property="og:url" content={absolute(origin, canonical)} /> : null}
      {unlisted ? <meta key="robots" name="robots" content="noindex" /> : null}
    </Head>
  );
}
