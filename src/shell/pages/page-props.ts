import type { Preloaded } from '#state/store.ts';

/** What the server adds to the props of a page: what the frame around it is drawn with. */
export interface ShellProps extends Preloaded {
  /** The site is closed to the visitor's country; left out, nobody has looked. */
  readonly countryBlocked?: boolean;
  /** Of the site's own addresses. */
  readonly origin?: string;
}

export interface PagePropsWithShell {
  readonly shell?: ShellProps;
  readonly [name: string]: unknown;
}
