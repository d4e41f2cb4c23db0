import type { LayoutName } from '../pages/page-flags.ts';

/** The specification has a maintenance flag, which is always false. */
export const maintenance = false;

export interface LayoutQuestion {
  readonly declared?: LayoutName;
  /** The site is blocked in the visitor's country. */
  readonly countryBlocked: boolean;
  readonly maintenance: boolean;
}

/** The layout of a page: its own, unless a country block or maintenance overrides it. */
export function resolveLayout({ declared, countryBlocked, maintenance: closed }: LayoutQuestion): LayoutName {
  if (countryBlocked) return 'geoBlock';
  if (closed) return 'maintenance';
  return declared ?? 'primary';
}
