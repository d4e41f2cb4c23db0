let names: Intl.DisplayNames | null = null;

/** English names of countries by two-letter code, sorted. An unknown code is returned as is. */
export function countryNames(codes: readonly string[]): string[] {
  names ??= new Intl.DisplayNames(['en'], { type: 'region' });
  const known = names;
  return codes.map((code) => known.of(code) ?? code).sort((a, b) => a.localeCompare(b, 'en'));
}

/** The country code for addresses that can't be located. */
export const unknownCountry = 'ZZ';
