import Cookies from 'js-cookie';

const cookieName = 'ref';

/** What a code looks like, so that nothing else of an address is kept or asked for. */
export const isReferralCode = (text: string): boolean => /^[a-z0-9]{4,24}$/i.test(text.trim());

/** The code by which this browser first came here, or null. */
export const readReferralCode = (): string | null => Cookies.get(cookieName) ?? null;

/**
 * Keeps the code that an address names (`?ref=…`) for so many days. The first one stays: who told of the site
 * first is who invited.
 */
export function saveReferralCode(address: string, days: number): void {
  const code = new URL(address).searchParams.get('ref')?.trim().toLowerCase() ?? '';
  if (!isReferralCode(code) || readReferralCode() !== null) return;
  Cookies.set(cookieName, code, {
    expires: days,
    path: '/',
    sameSite: 'lax',
    secure: location.protocol === 'https:',
  });
}

/** After joining, or when the code turned out to be nobody's. */
export const forgetReferralCode = (): void => Cookies.remove(cookieName, { path: '/' });
