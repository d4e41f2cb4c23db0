import Cookies from 'js-cookie';
import { attributes } from '#lib/cookies.ts';

const DAY_MS = 86_400_000;

/** Keeps what a visitor stated about where they are, as the server signed it, until it expires. */
export function storePlacePass(pass: string, expiresAt: string): void {
  Cookies.set('place', pass, attributes((Date.parse(expiresAt) - Date.now()) / DAY_MS));
}
