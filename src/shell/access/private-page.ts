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
 * A page for people with a session: `export default privatePage(WalletView, { authenticate: true })`. The
 * server draws it within the frame of whose cookie came along, and with what `load` puts into the state. Not
 * by `getServerSideProps`: a browser that goes from page to page has frame and state already, and would wait
 * for an answer that tells it nothing.
 */
export const privatePage = <Props extends object>(
  View: ComponentType<Props>,
  flags: PageFlags,
  load?: () => Promise<StateLoader>,
): PrivatePage<Props> =>
  Object.assign(page(View, flags), {
    // The condition is a constant of each build: nothing of the server's part reaches a browser.
    getInitialProps: async (context: NextPageContext): Promise<PagePropsWithShell> =>
      typeof window === 'undefined'
        ? (await import('./private-props.ts')).privateProps(context, flags, load)
        : {},
  });
