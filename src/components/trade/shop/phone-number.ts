/** The telephone code of a country, such as +49. Several countries can share one. */
export interface PhoneCode {
  readonly code: string;
  readonly countryCode: string;
}

/** In these countries, the 0 that begins a number is part of it abroad, too. */
const keepsZero = new Set(['IT', 'SM', 'VA']);

/** Without the spaces, dots, dashes and brackets that people write. */
const bare = (text: string): string => text.replaceAll(/[\s().-]/g, '');

/** The number as it is dialed from abroad: +4930123456. Empty without digits. One that names its code keeps it. */
export function wholePhone(typed: string, { code, countryCode }: PhoneCode): string {
  const digits = bare(typed).replace(/^00/, '+');
  if (digits === '' || digits.startsWith('+')) return digits;
  return `${code}${keepsZero.has(countryCode) ? digits : digits.replace(/^0/, '')}`;
}

/** The country whose code a number begins with, if it is this one or another; the longest code wins. */
export function findPhoneCode<Code extends PhoneCode>(
  whole: string,
  codes: readonly Code[],
  likely: string,
): Code | undefined {
  const fitting = codes.filter(({ code }) => whole.startsWith(code));
  const longest = Math.max(0, ...fitting.map(({ code }) => code.length));
  const best = fitting.filter(({ code }) => code.length === longest);
  return best.find(({ countryCode }) => countryCode === likely) ?? best[0];
}
