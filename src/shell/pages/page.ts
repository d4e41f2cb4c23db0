import { createElement } from 'react';
import type { ComponentType } from 'react';
import type { PageComponent, PageFlags } from './page-flags.ts';

/** Makes a page of a view: `export default page(HomeView, { authenticate: true, width: 'feed' })`. */
export function page<Props extends object>(
  View: ComponentType<Props>,
  flags: PageFlags = {},
): PageComponent<Props> {
  const Page = (props: Props) => createElement(View, props);
  Page.displayName = `page(${View.displayName ?? View.name})`;
  return Object.assign(Page, { flags });
}

/**
 * The flags of the component that Next renders. Next's own error pages have none and are open to everyone.
 */
export const pageFlags = (component: unknown): PageFlags =>
  (component as Partial<PageComponent> | undefined)?.flags ?? { noredirect: true, layout: 'blank' };
