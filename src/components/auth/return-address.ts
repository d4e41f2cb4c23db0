import { useRouter } from 'next/router';
import { samePathOnly } from '#config/routes.ts';

/** Where one was sent from to log in or join (`?from=`), and goes back to: a path of this site, or null. */
export function useReturnAddress(): string | null {
  const { from } = useRouter().query;
  return samePathOnly(typeof from === 'string' ? from : null);
}

/** A page of logging in or joining that knows the way back. */
export const withReturnAddress = (page: string, back: string | null): string =>
  back ? `${page}?from=${encodeURIComponent(back)}` : page;
