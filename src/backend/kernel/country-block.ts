import { AppError } from './errors.ts';
import type { SiteSettings } from './settings.ts';

/** The only reply a blocked country gets from any call, so it reveals nothing about any account. */
export const siteClosed = () =>
  new AppError(451, 'country_closed', 'This site isn’t available in your country.');

/** The body of `siteClosed()`, for replies that don't pass through the error handler. */
export function closedReply(): string {
  const { status, code, message } = siteClosed();
  return JSON.stringify({ status, code, message });
}

/**
 * Whether the operator has closed the site to `country`. Null, for calls the server makes itself, is never
 * blocked.
 */
export const isClosedTo = async (
  settings: Pick<SiteSettings, 'all'>,
  country: string | null,
): Promise<boolean> => country !== null && (await settings.all()).blockedCountries.includes(country);

/** Like `isClosedTo`, but keeps using the last known list while the database is down. */
export function createSiteGate(
  settings: Pick<SiteSettings, 'all'>,
): (country: string | null) => Promise<boolean> {
  let closed: readonly string[] = [];
  return async (country) => {
    if (country === null) return false;
    closed = await settings.all().then(
      (values) => values.blockedCountries,
      () => closed,
    );
    return closed.includes(country);
  };
}
