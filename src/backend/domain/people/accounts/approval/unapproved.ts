import type { performers } from '../../../../db/schema/creators.ts';

type Standing = Pick<typeof performers.$inferSelect, 'verified' | 'verifiedReason'>;

/** Why a creator isn't approved, who has to act, and what to do; null for one who is. */
export function unapproved({
  verified,
  verifiedReason,
}: Standing): { readonly message: string; readonly who: 'you' | 'site'; readonly then: string } | null {
  if (verified === 'approved') return null;
  if (verified === 'pending')
    return {
      message: 'Your profile is still under review.',
      who: 'site',
      then: 'You can publish once it’s approved.',
    };
  if (verified === 'draft')
    return {
      message: 'Your profile isn’t approved yet.',
      who: 'you',
      then: 'Send your identity documents to publish.',
    };
  if (verified === 'expired')
    return {
      message: 'Your identity document has expired.',
      who: 'you',
      then: 'Send a new one to publish.',
    };
  // The operator's reason may or may not end with a period.
  const reason = verifiedReason?.trim().replace(/[.\s]+$/, '');
  return {
    message: `Your profile was not approved${reason ? `: ${reason}` : ''}.`,
    who: 'you',
    then: 'Send your documents again to publish.',
  };
}
