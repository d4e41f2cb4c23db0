import type { ComponentType } from 'react';

/** The six layouts of the specification. `primary` is the default. */
export type LayoutName = 'geoBlock' | 'maintenance' | 'primary' | 'public' | 'blank' | 'home';

/**
 * What a page declares about itself. The first three are the specification's; the rest say how it is drawn.
 */
export interface PageFlags {
  /** A visitor may stay. Wins over `authenticate`. */
  readonly noredirect?: boolean;
  /** Only for people who are logged in. */
  readonly authenticate?: boolean;
  /** Only for creators; others go to the login page. */
  readonly onlyPerformer?: boolean;
  /** Of use to visitors only (log in, join, the front page): people with a session go to their landing. */
  readonly onlyVisitor?: boolean;
  readonly layout?: LayoutName;
  /** Width of the column: `feed` 640 px, `wide` (the default) 1040, `full` all there is between the rails. */
  readonly width?: 'feed' | 'wide' | 'full';
  /** What stands in the right rail from 1200 px on. */
  readonly rail?: ComponentType;
}

/** A page: a view with its flags. */
export type PageComponent<Props = object> = ComponentType<Props> & { readonly flags: PageFlags };
