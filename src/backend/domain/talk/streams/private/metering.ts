import type { Tokens } from '#lib/units.ts';

/** A meter as stored: what it charged, what is on hold for it, and since when it runs. */
export interface MeterState {
  readonly perMinute: Tokens;
  readonly held: Tokens;
  readonly charged: Tokens;
  readonly seconds: number;
  readonly runningSince: Date | null;
  readonly provenUntil: Date | null;
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
export const coveredSeconds = ({ charged, held, perMinute }: MeterState): number =>
  secondsFor(charged + held, perMinute);

/** Seconds metered until a moment: whole ones of each stretch, and never more than is covered. */
export function secondsAt(meter: MeterState, moment: Date): number {
  const { seconds, runningSince } = meter;
  const running =
    runningSince === null ? 0 : Math.floor(Math.max(0, moment.getTime() - runningSince.getTime()) / 1_000);
  return Math.min(seconds + running, Math.max(seconds, coveredSeconds(meter)));
}

/** Seconds for which the server saw media. Only these are charged. */
export const provenSeconds = (meter: MeterState): number =>
  meter.provenUntil === null ? meter.seconds : secondsAt(meter, meter.provenUntil);

export const secondsLeft = (meter: MeterState, moment: Date): number =>
  Math.max(0, coveredSeconds(meter) - secondsAt(meter, moment));

/** Tokens used and not yet charged. */
export const dueTokens = (meter: MeterState): Tokens =>
  Math.max(0, tokensFor(provenSeconds(meter), meter.perMinute) - meter.charged);

type Times = Pick<MeterState, 'seconds' | 'runningSince' | 'provenUntil'>;
const latest = (a: Date, b: Date): Date => (a > b ? a : b);

/** What the transport knows of the media that a meter depends on: since when it flows, and when some last arrived. */
export type Media =
  | { readonly flows: true; readonly since: Date; readonly until: Date }
  | { readonly flows: false };

const stopped = (meter: MeterState, at: Date): Times => ({
  seconds: secondsAt(meter, at),
  runningSince: null,
  provenUntil: null,
});

/**
 * The meter's times after a look at the media. A stretch ends where a look last saw media: what came after it may
 * have had pauses that nobody saw. `notBefore` is when the meter last stopped or was opened: time isn't metered
 * twice.
 */
export function timesAfter(meter: MeterState, media: Media, notBefore: Date): Times {
  const { seconds, runningSince, provenUntil } = meter;
  const proven = provenUntil ?? runningSince;
  if (!media.flows) return proven === null ? { seconds, runningSince, provenUntil } : stopped(meter, proven);
  const since = latest(latest(media.since, notBefore), proven ?? notBefore);
  const begun = (before: number): Times => ({
    seconds: before,
    runningSince: since,
    provenUntil: latest(media.until, since),
  });
  if (runningSince === null || proven === null) return begun(seconds);
  if (media.since > runningSince) return begun(secondsAt(meter, proven));
  return { seconds, runningSince, provenUntil: latest(proven, media.until) };
}
