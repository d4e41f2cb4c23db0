let names: Intl.DisplayNames | null = null;

/** Two-letter codes as people call the countries, by name; a code that nobody knows stays as it is. */
export function countryNames(codes: readonly string[]): string[] {
  names ??= new Intl.DisplayNames(['en'], { type: 'region' });
  const known = names;
  return codes.map((code) => known.of(code) ?? code).sort((a, b) => a.localeCompare(b, 'en'));
}

/** Stands for the country of an address that nobody can place. */
export const unknownCountry = 'ZZ';
