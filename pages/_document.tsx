import NextDocument, { Head as NextHead, Html, Main, NextScript } from 'next/document';
import type { DocumentContext, DocumentInitialProps } from 'next/document';
import { ServerRailContext } from '#shell/frame/rail-place.tsx';
import { WholeRail } from '#shell/frame/whole-rail.tsx';
import { inlineStyles } from '#shell/pages/inline-styles.tsx';
import { NonceContext } from '#shell/pages/nonce.ts';
import { structuredData } from '#shell/pages/structured-data.ts';

interface DocumentProps extends DocumentInitialProps {
  readonly nonce?: string;
}

/** The server sets `x-nonce` for pages rendered on request; pages rendered at build time have none. */
const readNonce = ({ req }: DocumentContext): string | undefined => {
  const nonce = req?.headers['x-nonce'];
  return typeof nonce === 'string' && nonce !== '' ? nonce : undefined;
};

/**
 * In production, writes a page's styles into it, and leaves out the build manifest, which lists the files of every
 * page and which only navigation needs. The router loads it on first use (`scripts/lean/next-in-steps.cjs`).
 */
class Head extends NextHead {
  override getCssLinks(files: Parameters<NextHead['getCssLinks']>[0]) {
    const links = super.getCssLinks(files);
    return links && process.env.NODE_ENV === 'production' ? inlineStyles(links) : links;
  }
  override getScripts(files: Parameters<NextHead['getScripts']>[0]) {
    const scripts = super.getScripts(files);
    return process.env.NODE_ENV === 'production'
      ? scripts.filter(({ props }: { props: { src?: string } }) => !props.src?.endsWith('/_buildManifest.js'))
      : scripts;
  }
}

export default class Document extends NextDocument<DocumentProps> {
  static override async getInitialProps(context: DocumentContext): Promise<DocumentProps> {
    const nonce = readNonce(context);
    const { renderPage } = context;
    // The theme's inline script is rendered inside the app and needs the nonce too. It is passed by context
    // here because it must not end up in the page's data. So is the rail, whose code browsers load later.
    context.renderPage = () =>
      renderPage({
        enhanceApp: (App) =>
          function WithNonce(props) {
            return (
              <NonceContext value={nonce}>
                <ServerRailContext value={WholeRail}>
                  <App {...props} />
                </ServerRailContext>
              </NonceContext>
            );
          },
      });
    return { ...(await NextDocument.getInitialProps(context)), nonce };
  }

  override render() {
    const { nonce, __NEXT_DATA__: data } = this.props;
    const described = structuredData(data.props.pageProps ?? {});
    return (
      <Html lang="en" suppressHydrationWarning>
        <Head nonce={nonce}>
          <meta name="theme-color" content="#fafaf7" />
          <meta name="color-scheme" content="light dark" />
          <link rel="manifest" href="/manifest.webmanifest" />
          <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
          {described ? (
            // oxlint-disable-next-line react/no-danger -- JSON without any "<"; React would escape its quotes
            <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: described }} />
          ) : null}
        </Head>
        <body>
          <Main />
          <NextScript nonce={nonce} />
        </body>
      </Html>
    );
  }
}
