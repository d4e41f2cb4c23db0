/** Evidence that two accounts belong to the same person. */
export type Bond = 'same_card' | 'same_payout';

/** Messages for the referrer. */
export const bondLabels: Readonly<Record<Bond, string>> = {
  same_card: 'This account pays with the same card as yours, so it doesn’t count as a referral.',
  same_payout: 'This account is paid to the same bank account as yours, so it doesn’t count as a referral.',
};
