import { formatNumber, plural } from './format.ts';

type LimitedAct = 'conversations' | 'comments' | 'follows';

interface Limit {
  readonly what: LimitedAct;
  readonly max: number;
  readonly needsEmail: boolean;
  readonly isOld: boolean;
}

const acts: Record<LimitedAct, { readonly most: (max: number) => string; readonly again: string }> = {
  conversations: {
    most: (max) => `start ${counted(max, 'conversation')} a day`,
    again: 'You can start the next one',
  },
  comments: {
    most: (max) => `write ${counted(max, 'comment')} an hour`,
    again: 'You can write the next one',
  },
  follows: {
    most: (max) => `follow ${counted(max, 'creator')} a day`,
    again: 'You can follow the next one',
  },
};
const counted = (count: number, one: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : `${one}s`}`;

/** `New accounts can start 20 conversations a day.` */
export const limitText = ({ what, max, needsEmail, isOld }: Limit): string =>
  `${isOld && needsEmail ? 'Accounts without a confirmed email address' : 'New accounts'} can ${acts[what].most(max)}.`;

const day = 86_400;
/** `40 minutes`, `3 hours`, `2 days`. */
const spanText = (seconds: number): string => {
  if (seconds < 2 * 3_600) return plural(Math.max(1, Math.ceil(seconds / 60)), 'minute');
  return seconds < 2 * day
    ? plural(Math.ceil(seconds / 3_600), 'hour')
    : plural(Math.ceil(seconds / day), 'day');
};

/** When the next one is possible. */
export const againText = (what: LimitedAct, seconds: number): string =>
  `${acts[what].again} in ${spanText(seconds)}.`;

/** How the limits end. `end` is when the account is old enough, in words. */
export function endText({ needsEmail, end }: { needsEmail: boolean; end: string | null }): string {
  if (end === null) return needsEmail ? 'This ends once your email address is confirmed.' : '';
  return needsEmail ? `This ends ${end}, if your email address is confirmed by then.` : `This ends ${end}.`;
}
/** For `endText`, where the reader's time zone isn't known. */
export const inSpan = (seconds: number): string => `in ${spanText(seconds)}`;
