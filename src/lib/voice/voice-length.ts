import { plural } from '../format.ts';

/** A recorder stops at the limit, but only to within a fraction of a second. */
const graceSeconds = 1;

/** Whether a voice message of this length is refused. Both in seconds. */
export const isVoiceTooLong = (seconds: number, most: number): boolean => seconds > most + graceSeconds;

/** "5 minutes", "90 seconds". */
export const voiceLimitText = (seconds: number): string =>
  seconds % 60 === 0 ? plural(seconds / 60, 'minute') : plural(seconds, 'second');

export const voiceTooLongText = (most: number): string =>
  `Voice messages can be at most ${voiceLimitText(most)} long.`;
