import type { ComponentType } from 'react';
import type { NextPageContext } from 'next';
import { privatePage } from './private-page.ts';

/**
 * A page of the operator's desk. The frame shows it to operators alone; everyone else gets the 404 page, with
 * its status when the server renders it.
 */
export function operatorPage<Props extends object>(View: ComponentType<Props>) {
  const page = privatePage(View, { authenticate: true, layout: 'operator', width: 'full' }, async () => {
    const { getDesk } = await import('#services/across/operator/desk.ts');
    return async ({ api }) => void (await getDesk(api));
  });
  const { getInitialProps } = page;
  return Object.assign(page, {
    getInitialProps: (context: NextPageContext) => {
      context.res?.setHeader('X-Robots-Tag', 'noindex');
      return getInitialProps(context);
    },
  });
}
