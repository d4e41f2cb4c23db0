import { type SQL, sql } from 'drizzle-orm';
import type { SettingsValues } from '../../../../kernel/settings.ts';

/** Where the account's identity check as a creator stands; null for fans. */
export const verifiedState = (accountId: SQL) =>
  sql<string | null>`(SELECT p.verification_state FROM performers p WHERE p.account_id = ${accountId})`;

interface Facts {
  readonly createdAt: Date;
  readonly emailVerifiedAt: Date | null;
  readonly verified: string | null;
}
export interface Newness {
  /** When it is old enough; null if it is. */
  readonly endsAt: Date | null;
  readonly needsEmail: boolean;
}

/** Why an account is new; null if it isn't. Creators whose identity was verified never are. */
export function findNewness(
  { createdAt, emailVerifiedAt, verified }: Facts,
  { settings, time }: { readonly settings: SettingsValues; readonly time: Date },
): Newness | null {
  if (verified === 'approved' || settings.newAccountHours === 0) return null;
  const endsAt = new Date(createdAt.getTime() + settings.newAccountHours * 3_600_000);
  const isOld = endsAt <= time;
  const needsEmail = settings.newUntilEmailConfirmed && emailVerifiedAt === null;
  return isOld && !needsEmail ? null : { endsAt: isOld ? null : endsAt, needsEmail };
}
