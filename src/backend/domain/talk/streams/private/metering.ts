import type { Tokens } from '#lib/units.ts';

/** A meter as stored: what it charged, what is on hold for it, and since when it runs. */
export interface MeterState {
  readonly perMinute: Tokens;
  readonly heldTokens: Tokens;
  readonly charged: Tokens;
  readonly seconds: number;
  readonly runningSince: Date | null;
  readonly mediaConfirmedUntil: Date | null;
}

/** Minutes that a hold pays for. */
const holdMinutes = 5;
/** A hold is extended when it lasts for less. Leaves a minute's warning and a minute to try again. */
export const extendBelowSeconds = 120;

/** Rounded down: a second that is only partly paid for is free. */
export const tokensFor = (seconds: number, perMinute: Tokens): Tokens =>
  Math.floor((seconds * perMinute) / 60);
/** Rounded down: never more seconds than the tokens pay for. */
export const secondsFor = (tokens: Tokens, perMinute: Tokens): number =>
  Math.floor((tokens * 60) / perMinute);
export const holdFor = (perMinute: Tokens): Tokens => perMinute * holdMinutes;

/** Seconds that the tokens charged and on hold pay for. */
export const coveredSeconds = ({ charged, heldTokens, perMinute }: MeterState): number =>
  secondsFor(charged + heldTokens, perMinute);

/** Seconds metered until a moment: whole ones of each interval, and never more than is covered. */
export function secondsAt(meter: MeterState, time: Date): number {
  const { seconds, runningSince } = meter;
  const running =
    runningSince === null ? 0 : Math.floor(Math.max(0, time.getTime() - runningSince.getTime()) / 1_000);
  return Math.min(seconds + running, Math.max(seconds, coveredSeconds(meter)));
}

/** Seconds for which the server saw media. Only these are charged. */
export const confirmedSeconds = (meter: MeterState): number =>
  meter.mediaConfirmedUntil === null ? meter.seconds : secondsAt(meter, meter.mediaConfirmedUntil);

export const secondsLeft = (meter: MeterState, time: Date): number =>
  Math.max(0, coveredSeconds(meter) - secondsAt(meter, time));

/** Tokens used and not yet charged. */
export const dueTokens = (meter: MeterState): Tokens =>
  Math.max(0, tokensFor(confirmedSeconds(meter), meter.perMinute) - meter.charged);

type Times = Pick<MeterState, 'seconds' | 'runningSince' | 'mediaConfirmedUntil'>;
const latest = (a: Date, b: Date): Date => (a > b ? a : b);

/** What the transport knows of the media that a meter depends on: since when it flows, and when some last arrived. */
export type Media =
  | { readonly flows: true; readonly since: Date; readonly until: Date }
  | { readonly flows: false };

const stopped = (meter: MeterState, at: Date): Times => ({
  seconds: secondsAt(meter, at),
  runningSince: null,
  mediaConfirmedUntil: null,
});

/**
 * The meter's times after a look at the media. An interval ends where a look last saw media: what came after it may
 * have had pauses that nobody saw. `notBefore` is when the meter last stopped or was opened: time isn't metered
 * twice.
 */
export function timesAfter(meter: MeterState, media: Media, notBefore: Date): Times {
  const { seconds, runningSince, mediaConfirmedUntil } = meter;
  const confirmed = mediaConfirmedUntil ?? runningSince;
  if (!media.flows)
    return confirmed === null ? { seconds, runningSince, mediaConfirmedUntil } : stopped(meter, confirmed);
  const since = latest(latest(media.since, notBefore), confirmed ?? notBefore);
  const begun = (before: number): Times => ({
    seconds: before,
    runningSince: since,
    mediaConfirmedUntil: latest(media.until, since),
  });
  if (runningSince === null || confirmed === null) return begun(seconds);
  if (media.since > runningSince) return begun(secondsAt(meter, confirmed));
  return { seconds, runningSince, mediaConfirmedUntil: latest(confirmed, media.until) };
}
