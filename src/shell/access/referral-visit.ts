import { useEffect } from 'react';
import { limits } from '#config/limits.ts';
import { saveReferralCode } from '#lib/referral-code.ts';

/**
 * Saves the referral code of the link that a visitor came by. Runs once the page is idle; the visitor may
 * have moved on by then, so it also looks at the URL they arrived at.
 */
export function useReferralVisit(): void {
  useEffect(() => {
    const [arrived] = performance.getEntriesByType('navigation');
    for (const address of [arrived?.name, location.href])
      if (address && URL.canParse(address)) saveReferralCode(address, limits.referral.rememberDays);
  }, []);
}
