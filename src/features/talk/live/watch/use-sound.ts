import { useEffect, useState } from 'react';

/** Volume and sound as the video has them, including what the browser or another control changed. */
export function useSound(video: HTMLVideoElement) {
  const [sound, setSound] = useState({ volume: video.volume, muted: video.muted });
  useEffect(() => {
    const update = () => setSound({ volume: video.volume, muted: video.muted });
    update();
    video.addEventListener('volumechange', update);
    return () => video.removeEventListener('volumechange', update);
  }, [video]);
  return sound;
}
