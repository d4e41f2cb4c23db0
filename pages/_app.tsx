import type { AppProps } from 'next/app';
import { AppRoot } from '#shell/startup/app-root.tsx';
import { pageFlags } from '#shell/pages/page.ts';
import type { PagePropsWithShell } from '#shell/pages/page-props.ts';
import '../src/ui/theme/theme.css.css';
import '../src/shell/frame/shell.css';

/**
 * The mock API inside the browser, for front-end work without a server. The condition is a build-time
 * constant, so other builds don't bundle it.
 */
const mock =
  process.env.NEXT_PUBLIC_MOCK === '1' && typeof window !== 'undefined'
    ? import('#mock/start-mock.ts').then(({ startMock }) => startMock())
    : undefined;

export default function App({ Component, pageProps, router }: AppProps<PagePropsWithShell>) {
  const { shell, ...props } = pageProps;
  return (
    <AppRoot flags={pageFlags(Component)} shell={shell} path={router.asPath} ready={mock}>
      <Component {...props} />
    </AppRoot>
  );
}
