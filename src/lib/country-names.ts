let names: Intl.DisplayNames | null = null;

function findName(code: string): string {
  names ??= new Intl.DisplayNames(['en'], { type: 'region' });
  return names.of(code) ?? code;
}

/** English names of countries by two-letter code, sorted. An unknown code is returned as is. */
export function countryNames(codes: readonly string[]): string[] {
  return codes.map(findName).sort((a, b) => a.localeCompare(b, 'en'));
}

/** The country code for addresses that can't be located. */
export const unknownCountry = 'ZZ';

/** The English name of a place that a session or request comes from. */
export const countryName = (code: string | null): string =>
  code === null || code === unknownCountry ? 'Unknown place' : findName(code);
