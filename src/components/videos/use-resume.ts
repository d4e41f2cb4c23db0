import { useEffectEvent, useLayoutEffect, useState } from 'react';

/** Nobody is taken back to the first seconds, or to the last. */
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
 * Begins where the person left, and tells how far they came: every few seconds, on a pause, when the page is
 * left; 0 at the end. Answers the place it went on from until they have gone on for a while, or start over.
 */
export function useResume(video: HTMLVideoElement, resume: Resume | undefined, duration: number) {
  const [from, setFrom] = useState(() => worthwhile(resume?.at, duration));
  const keep = useEffectEvent((seconds: number) => resume?.keep(Math.round(seconds * 10) / 10));
  useLayoutEffect(() => {
    if (from === null || video.played.length > 0 || video.currentTime > 0) return;
    video.currentTime = from;
    // Before anything is loaded browsers keep the place without a word.
    video.dispatchEvent(new Event('timeupdate'));
    // Only where it began: later changes of the record are this player's own doing.
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
