import { AppError } from './errors.ts';
import type { SiteSettings } from './settings.ts';

/** Says nothing about anybody: it is all that a closed country gets of any call. */
export const siteClosed = () =>
  new AppError(451, 'country_closed', 'This site isn’t available in your country.');

/** The same for answers that no error handler makes. */
export function closedReply(): string {
  const { status, code, message } = siteClosed();
  return JSON.stringify({ status, code, message });
}

/** Has the operator closed the site to a country? Null: nobody's question. */
export const isClosedTo = async (
  settings: Pick<SiteSettings, 'all'>,
  country: string | null,
): Promise<boolean> => country !== null && (await settings.all()).blockedCountries.includes(country);

/** The same for whoever stands at a door: while the database is away it stays as it was last known to be. */
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
