import { useRouter } from 'next/router';
import { samePathOnly } from '#config/routes.ts';

/** The page to return to after logging in or joining (`?from=`): a path on this site, or null. */
export function useReturnAddress(): string | null {
  const { from } = useRouter().query;
  return samePathOnly(typeof from === 'string' ? from : null);
}

/** A login or join page with the return path attached. */
export const withReturnAddress = (page: string, back: string | null): string =>
  back ? `${page}?from=${encodeURIComponent(back)}` : page;
