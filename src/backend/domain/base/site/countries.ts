import type { Country as Source } from 'world-countries';
import type { Country } from '#contract/base/site.ts';
import { findNativeName } from './languages.ts';

export interface PhoneCode {
  readonly code: string;
  readonly country: string;
  readonly countryCode: string;
}
interface Reference {
  readonly countries: readonly Omit<Country, 'flag'>[];
  readonly phoneCodes: readonly PhoneCode[];
  readonly codes: ReadonlySet<string>;
}

const continents: Readonly<Record<string, Country['region']>> = {
  Asia: 'AS',
  Europe: 'EU',
  Africa: 'AF',
  Oceania: 'OC',
  Antarctic: 'AN',
};
const americas: Readonly<Record<string, Country['region']>> = {
  'South America': 'SA',
  'North America': 'NA',
  'Central America': 'NA',
  Caribbean: 'NA',
};

/** The specification's region code: two letters, `Americas` when the part isn't known, or empty. */
const toRegion = ({ region, subregion }: Source): Country['region'] =>
  region === 'Americas' ? (americas[subregion] ?? 'Americas') : (continents[region] ?? '');

function pickCurrency({ currencies }: Source): Country['currency'] {
  const [first] = Object.entries(currencies);
  return first
    ? { code: first[0], name: first[1].name, symbol: first[1].symbol || null }
    : { code: '', name: '', symbol: null };
}

/** The two-letter code of a language if it has one; `Intl` knows that `nld` is `nl`. */
function twoLetters(code: string): string | null {
  const [canonical = ''] = Intl.getCanonicalLocales(code);
  return canonical.length === 2 ? canonical : null;
}

/** Of several languages, the most widely spoken one according to CLDR's likely subtags, else the first. */
function pickLanguage({ cca2, languages }: Source): Country['language'] {
  const spoken = Object.entries(languages).map(([iso639_2, name]) => ({
    iso639_2,
    name,
    code: twoLetters(iso639_2),
  }));
  const likely = new Intl.Locale(`und-${cca2}`).maximize().language;
  const main = spoken.find(({ code }) => code === likely) ?? spoken[0];
  if (!main) return { code: null, name: '' };
  const nativeName = main.code ? findNativeName(main.code) : null;
  return { code: main.code, name: main.name, iso639_2: main.iso639_2, ...(nativeName ? { nativeName } : {}) };
}

function toCountry(source: Source): Omit<Country, 'flag'> {
  const demonym = source.demonyms['eng']?.m;
  return {
    name: source.name.common,
    code: source.cca2,
    capital: source.capital[0] ?? '',
    region: toRegion(source),
    ...(demonym ? { demonym } : {}),
    currency: pickCurrency(source),
    language: pickLanguage(source),
  };
}

/** For codes shared with area codes (+1, +7), only the shared part; otherwise the full code. */
function toPhoneCode({ cca2, name, idd: { root, suffixes } }: Source): PhoneCode | null {
  if (!root) return null;
  const shared = root === '+1' || root === '+7';
  // Of a country's several codes, the shortest is the general one (the Vatican's +379, besides a Roman
  // number).
  const suffix =
    shared && suffixes.length > 1 ? '' : ([...suffixes].sort((a, b) => a.length - b.length)[0] ?? '');
  return { code: root + suffix, country: name.common, countryCode: cca2 };
}

async function read(): Promise<Reference> {
  const { default: sources } = await import('world-countries');
  const sorted = [...sources].sort((a, b) => a.name.common.localeCompare(b.name.common, 'en'));
  const countries = sorted.map(toCountry);
  return {
    countries,
    phoneCodes: sorted.flatMap((source) => toPhoneCode(source) ?? []),
    codes: new Set(countries.map(({ code }) => code)),
  };
}

let reference: Promise<Reference> | undefined;
/**
 * The package is over a megabyte, so it is loaded with the first request for countries instead of at startup.
 */
const load = (): Promise<Reference> => (reference ??= read());

/** Countries and territories by English name. Flags are served by the API's host. */
export async function countries(publicUrl: string): Promise<Country[]> {
  return (await load()).countries.map((country) => ({
    ...country,
    flag: `${publicUrl}/flags/${country.code.toLowerCase()}.svg`,
  }));
}

export const phoneCodes = async (): Promise<readonly PhoneCode[]> => (await load()).phoneCodes;
export const isCountry = async (code: string): Promise<boolean> => (await load()).codes.has(code);
