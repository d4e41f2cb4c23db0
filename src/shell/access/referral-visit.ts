import { useEffect } from 'react';
import { limits } from '#config/limits.ts';
import { saveReferralCode } from '#lib/referral-code.ts';

/**
 * Remembers by whose link a visitor came. This runs when the page rests: by then they may have gone on, so it
 * asks for the address they came to.
 */
export function useReferralVisit(): void {
  useEffect(() => {
    const [arrived] = performance.getEntriesByType('navigation');
    for (const address of [arrived?.name, location.href])
      if (address && URL.canParse(address)) saveReferralCode(address, limits.referral.rememberDays);
  }, []);
}
