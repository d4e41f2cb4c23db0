import { useServerNow } from '#components/base/lists/use-server-now.ts';
import type { Meter, PrivateStream } from '#contract/talk/streams/private.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectReportedMeter } from '#state/streams/private-stream.ts';

export interface ShownMeter {
  readonly seconds: number;
  readonly tokens: number;
  readonly secondsLeft: number;
  readonly isRunning: boolean;
}

/** Counts on from what the server told, and never beyond what is on hold. */
export function meterAt(meter: Meter, at: string, time: number): ShownMeter {
  const passed = meter.isRunning ? Math.max(0, Math.floor((time - Date.parse(at)) / 1_000)) : 0;
  const more = Math.min(passed, meter.secondsLeft);
  const seconds = meter.seconds + more;
  return {
    seconds,
    tokens: Math.max(meter.tokens, Math.floor((seconds * meter.perMinute) / 60)),
    secondsLeft: meter.secondsLeft - more,
    isRunning: meter.isRunning,
  };
}

/** The meter of a stream as of this second; null before it was accepted. */
export function useMeter({ _id, meter, serverTime }: PrivateStream): ShownMeter | null {
  const reported = useAppSelector((state) => selectReportedMeter(state, _id));
  const time = useServerNow(serverTime, meter !== null);
  if (!meter) return null;
  return reported && reported.at > serverTime
    ? meterAt(reported.meter, reported.at, time)
    : meterAt(meter, serverTime, time);
}
