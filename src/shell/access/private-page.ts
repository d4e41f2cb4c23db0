import type { ComponentType } from 'react';
import type { NextPageContext } from 'next';
import type { PageComponent, PageFlags } from '../pages/page-flags.ts';
import type { PagePropsWithShell } from '../pages/page-props.ts';
import { page } from '../pages/page.ts';
import type { StateLoader } from './private-props.ts';

type PrivatePage<Props> = PageComponent<Props> & {
  getInitialProps(context: NextPageContext): Promise<PagePropsWithShell>;
};

/**
 * A page that requires a session: `export default privatePage(WalletView, { authenticate: true })`. The
 * server renders it with the frame of the session's account and the state that `load` provides. This doesn't
 * use `getServerSideProps`, because on client-side navigation the browser already has frame and state, and
 * would wait for a response without new information.
 */
export const privatePage = <Props extends object>(
  View: ComponentType<Props>,
  flags: PageFlags,
  load?: () => Promise<StateLoader>,
): PrivatePage<Props> =>
  Object.assign(page(View, flags), {
    // A build-time constant, so the server's part isn't bundled for browsers.
    getInitialProps: async (context: NextPageContext): Promise<PagePropsWithShell> =>
      typeof window === 'undefined'
        ? (await import('./private-props.ts')).privateProps(context, flags, load)
        : {},
  });
