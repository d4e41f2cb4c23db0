import { useEffect, useState } from 'react';

/** True while the browser holds the video back until a press. */
export function useHeldBack(video: HTMLVideoElement | null, isLive: boolean): boolean {
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (!video) return undefined;
    const update = () => setPaused(video.paused);
    video.addEventListener('play', update);
    video.addEventListener('pause', update);
    update();
    return () => {
      video.removeEventListener('play', update);
      video.removeEventListener('pause', update);
    };
  }, [video, isLive]);
  return isLive && paused;
}
