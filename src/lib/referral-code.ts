import Cookies from 'js-cookie';

const cookieName = 'ref';

/** Checks the format of a code, so that nothing else from a URL is stored or looked up. */
export const isReferralCode = (text: string): boolean => /^[a-z0-9]{4,24}$/i.test(text.trim());

/** The referral code this browser first arrived with, or null. */
export const readReferralCode = (): string | null => Cookies.get(cookieName) ?? null;

/**
 * Stores the code in a URL (`?ref=…`) for a number of days. The first code wins, because whoever shared the
 * site first gets the referral.
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

/** Call this after registration, or when the code turned out to be unknown. */
export const forgetReferralCode = (): void => Cookies.remove(cookieName, { path: '/' });
