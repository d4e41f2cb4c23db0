import type { Preloaded } from '#state/store.ts';

/** What the server adds to a page's props to render the frame around it. */
export interface ShellProps extends Preloaded {
  /** Whether the site is blocked in the visitor's country; absent if that hasn't been checked. */
  readonly countryBlocked?: boolean;
  /** Origin of the site's URLs. */
  readonly origin?: string;
}

export interface PagePropsWithShell {
  readonly shell?: ShellProps;
  readonly [name: string]: unknown;
}
