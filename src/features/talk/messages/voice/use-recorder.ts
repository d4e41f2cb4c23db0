import { useCallback, useEffect, useRef, useState } from 'react';
import { voiceLimitText } from '#lib/voice/voice-length.ts';
import { pausePlaying } from './one-at-a-time.ts';
import { CannotRecord, type Ending, type Recorded, type Recording, record } from './record.ts';

export type Recorder =
  | { readonly phase: 'asking' | 'recording' | 'paused' }
  /** Recorded, but not sent. `notice` says why it stopped, if not by the person. */
  | { readonly phase: 'review'; readonly recorded: Recorded; readonly url: string; readonly notice: string }
  | { readonly phase: 'refused'; readonly reason: string };

/** What the meter shows. */
export interface Meter {
  readonly seconds: number;
  /** The latest levels, from 0 to 1, oldest first. */
  readonly levels: readonly number[];
}
const shownLevels = 48;
const silence: Meter = { seconds: 0, levels: [] };
/** Nothing can be heard in less. */
const leastSeconds = 0.5;

const endingNotice = (ending: Ending, maxSeconds: number): string =>
  ({
    stopped: '',
    limit: `Recording stopped after ${voiceLimitText(maxSeconds)}, the longest a voice message can be.`,
    unplugged: 'The microphone was disconnected. What you recorded until then is here.',
  })[ending];

function ended(recorded: Recorded, notice: string): Recorder {
  if (recorded.seconds < leastSeconds || recorded.blob.size === 0)
    return { phase: 'refused', reason: 'That was too short to hear. Record it again.' };
  return { phase: 'review', recorded, url: URL.createObjectURL(recorded.blob), notice };
}

/** Starts recording at once, and stops when the component goes away. */
export function useRecorder(maxSeconds: number) {
  const [state, setState] = useState<Recorder>({ phase: 'asking' });
  const [meter, setMeter] = useState(silence);
  const recording = useRef<Recording | null>(null);
  const attempt = useRef(0);
  const begin = useCallback(() => {
    attempt.current += 1;
    const own = attempt.current;
    const isOurs = () => attempt.current === own;
    pausePlaying();
    const onEnd = (recorded: Recorded, ending: Ending) =>
      isOurs() && setState(ended(recorded, endingNotice(ending, maxSeconds)));
    const onTick = (seconds: number, level: number) =>
      isOurs() && setMeter(({ levels }) => ({ seconds, levels: [...levels.slice(1 - shownLevels), level] }));
    record({ maxSeconds, onTick, onEnd }).then(
      (started) => {
        if (!isOurs()) return started.discard();
        recording.current = started;
        return setState({ phase: 'recording' });
      },
      (caught: unknown) => {
        if (!isOurs()) return;
        if (!(caught instanceof CannotRecord)) throw caught;
        setState({ phase: 'refused', reason: caught.message });
      },
    );
  }, [maxSeconds]);
  useEffect(() => {
    begin();
    return () => {
      attempt.current += 1;
      recording.current?.discard();
      recording.current = null;
    };
  }, [begin]);
  return {
    state,
    meter,
    maxSeconds,
    /** Asks for the microphone once more. */
    retry: () => {
      setState({ phase: 'asking' });
      setMeter(silence);
      begin();
    },
    pause: () => {
      recording.current?.pause();
      setState({ phase: 'paused' });
    },
    resume: () => {
      recording.current?.resume();
      setState({ phase: 'recording' });
    },
    finish: () => recording.current?.finish(),
  };
}
