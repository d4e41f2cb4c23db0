import { useEffectEvent, useLayoutEffect, useState } from 'react';

/** Positions within this many seconds of the start or end aren't resumed. */
const fromStart = 5;
const beforeEnd = 5;
const everyMs = 5_000;

interface Resume {
  readonly at: number | null;
  readonly keep: (seconds: number) => void;
}

const worthwhile = (at: number | null | undefined, duration: number): number | null =>
  typeof at === 'number' && at >= fromStart && (duration === 0 || at <= duration - beforeEnd) ? at : null;

/**
 * Resumes where the person left off and reports progress: every few seconds, on pause, when the page is left,
 * and 0 at the end. Returns the position it resumed from until they have watched for a while or started over.
 */
export function useResume(video: HTMLVideoElement, resume: Resume | undefined, duration: number) {
  const [from, setFrom] = useState(() => worthwhile(resume?.at, duration));
  const keep = useEffectEvent((seconds: number) => resume?.keep(Math.round(seconds * 10) / 10));
  useLayoutEffect(() => {
    if (from === null || video.played.length > 0 || video.currentTime > 0) return;
    video.currentTime = from;
    // Browsers set `currentTime` without an event before anything has loaded.
    video.dispatchEvent(new Event('timeupdate'));
    // Only for the initial position: later changes of the record come from this player's own reports.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [video]);
  useLayoutEffect(() => {
    let last = 0;
    const tell = () => {
      if (video.played.length === 0 || video.ended) return;
      last = Date.now();
      keep(video.currentTime);
    };
    const onTime = () => void (Date.now() - last >= everyMs && !video.paused && tell());
    const onEnd = () => keep(0);
    const onHide = () => void (document.visibilityState === 'hidden' && tell());
    video.addEventListener('timeupdate', onTime);
    video.addEventListener('pause', tell);
    video.addEventListener('ended', onEnd);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      video.removeEventListener('timeupdate', onTime);
      video.removeEventListener('pause', tell);
      video.removeEventListener('ended', onEnd);
      document.removeEventListener('visibilitychange', onHide);
      if (!video.paused) tell();
    };
  }, [video]);
  return {
    from,
    startOver: () => {
      setFrom(null);
      video.currentTime = 0;
      void video.play().catch(() => {});
    },
    forget: () => setFrom(null),
  };
}
