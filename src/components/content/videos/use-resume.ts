import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { playback } from '#config/playback.ts';

const { shortest, finished } = playback;
/** Positions within this many seconds of the start aren't resumed. */
const fromStart = 5;
const everyMs = 12_000;

export interface Resume {
  readonly at: number | null;
  readonly keep: (seconds: number) => void;
}

const worthwhile = (at: number | null | undefined, duration: number): number | null =>
  typeof at === 'number' && at >= fromStart && (duration === 0 || at < duration * finished) ? at : null;

/**
 * Resumes where the person left off and reports progress: every twelve seconds, on pause, when the page is left,
 * and 0 at the end. Returns the position it resumed from until they have watched for a while or started over.
 */
export function useResume(media: HTMLMediaElement, resume: Resume | undefined, duration: number) {
  const [from, setFrom] = useState(() => worthwhile(resume?.at, duration));
  const keep = useEffectEvent((seconds: number) => {
    // Positions in short ones aren't kept; an unknown length may be a long one.
    if (duration === 0 || duration >= shortest) resume?.keep(Math.round(seconds * 10) / 10);
  });
  useLayoutEffect(() => {
    if (from === null || media.played.length > 0 || media.currentTime > 0) return;
    media.currentTime = from;
    // Browsers set `currentTime` without an event before anything has loaded.
    media.dispatchEvent(new Event('timeupdate'));
    // Only for the initial position: later changes of the record come from this player's own reports.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [media]);
  useLayoutEffect(() => {
    let last = 0;
    const savePosition = () => {
      if (media.played.length === 0 || media.ended) return;
      last = Date.now();
      keep(media.currentTime);
    };
    const onTime = () => void (Date.now() - last >= everyMs && !media.paused && savePosition());
    const onEnd = () => keep(0);
    const onHide = () => void (document.visibilityState === 'hidden' && savePosition());
    media.addEventListener('timeupdate', onTime);
    media.addEventListener('pause', savePosition);
    media.addEventListener('ended', onEnd);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      media.removeEventListener('timeupdate', onTime);
      media.removeEventListener('pause', savePosition);
      media.removeEventListener('ended', onEnd);
      document.removeEventListener('visibilitychange', onHide);
      if (!media.paused) savePosition();
    };
  }, [media]);
  return {
    from,
    startOver: () => {
      setFrom(null);
      media.currentTime = 0;
      void media.play().catch(() => {});
    },
    forget: () => setFrom(null),
  };
}
