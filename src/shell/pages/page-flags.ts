import type { ComponentType } from 'react';

/** The six layouts of the specification, and the operator's desk. `primary` is the default. */
export type LayoutName = 'geoBlock' | 'maintenance' | 'primary' | 'public' | 'blank' | 'home' | 'operator';

/**
 * What a page declares about itself. The first three flags are the specification's; the others control its
 * layout.
 */
export interface PageFlags {
  /** Visitors may see the page. Overrides `authenticate`. */
  readonly noredirect?: boolean;
  /** Requires a session. */
  readonly authenticate?: boolean;
  /** Only for creators; others are redirected to the login page. */
  readonly onlyPerformer?: boolean;
  /** Only for visitors (login, registration, landing page); logged-in users are redirected. */
  readonly onlyVisitor?: boolean;
  readonly layout?: LayoutName;
  /** Width of the column: `feed` 640 px, `wide` (default) 1040 px, `full` everything between the rails. */
  readonly width?: 'feed' | 'wide' | 'full';
  /** Content of the right rail, shown from 1200 px. */
  readonly rail?: ComponentType;
}

/** A view with its flags. */
export type PageComponent<Props = object> = ComponentType<Props> & { readonly flags: PageFlags };
