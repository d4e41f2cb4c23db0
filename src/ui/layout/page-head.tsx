import Head from 'next/head';
import { createContext, useContext } from 'react';

/** The site's name, and the origin of its URLs if known. Provided by the shell. */
export const SiteContext = createContext<{ readonly siteName: string; readonly origin: string }>({
  siteName: 'Limelight',
  origin: '',
});

export interface PageHeadProps {
  /** Without the site's name, which is appended; absent on the front page. */
  readonly title?: string;
  readonly description?: string;
  /** Whether the server draws a picture for links to the canonical URL (docs/areas/base/site.md). */
  readonly preview?: boolean;
  /** Path of the page's canonical URL. */
  readonly canonical?: string;
  /** Keeps the page out of search engines. */
  readonly unlisted?: boolean;
}

const absolute = (origin: string, address: string) =>
  address.startsWith('/') ? `${origin}${address}` : address;

/** The document's title and the metadata for search engines and shared links. */
export function PageHead({ title, description, preview, canonical, unlisted }: PageHeadProps) {
  const { siteName, origin } = useContext(SiteContext);
  const full = title ? `${title} · ${siteName}` : siteName;
  return (
    <Head>
      <title key="title">{full}</title>
      <meta key="og:title" property="og:title" content={title ?? siteName} />
      <meta key="og:site_name" property="og:site_name" content={siteName} />
      {description ? <meta key="description" name="description" content={description} /> : null}
      {description ? <meta key="og:description" property="og:description" content={description} /> : null}
      {preview ? (
        <meta key="og:image" property="og:image" content={`${origin}/previews${canonical}.jpg`} />
      ) : null}
      {preview ? <meta key="twitter:card" name="twitter:card" content="summary_large_image" /> : null}
      {canonical ? <link key="canonical" rel="canonical" href={absolute(origin, canonical)} /> : null}
      {canonical ? <meta key="og:url" property="og:url" content={absolute(origin, canonical)} /> : null}
      {unlisted ? <meta key="robots" name="robots" content="noindex" /> : null}
    </Head>
  );
}
