import { useLayoutEffect } from 'react';

const key = 'player:volume';

function restore(media: HTMLMediaElement): void {
  try {
    const { volume, muted } = JSON.parse(localStorage.getItem(key) ?? '{}') as {
      volume?: unknown;
      muted?: unknown;
    };
    if (typeof volume === 'number' && volume >= 0 && volume <= 1) media.volume = volume;
    if (typeof muted === 'boolean') media.muted = muted;
  } catch {
    // Nothing kept, or nothing readable: as loud as the device is.
  }
}

/** How loud this person had the last thing they heard: the next one starts so, on this device. */
export function useSavedVolume(media: HTMLMediaElement): void {
  useLayoutEffect(() => {
    restore(media);
    const keep = () => {
      try {
        localStorage.setItem(key, JSON.stringify({ volume: media.volume, muted: media.muted }));
      } catch {
        // A full or forbidden storage.
      }
    };
    media.addEventListener('volumechange', keep);
    return () => media.removeEventListener('volumechange', keep);
  }, [media]);
}
