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
    // Nothing saved, or unreadable: keep the default volume.
  }
}

/** Restores and saves the volume on this device. */
export function useSavedVolume(media: HTMLMediaElement): void {
  useLayoutEffect(() => {
    restore(media);
    const keep = () => {
      try {
        localStorage.setItem(key, JSON.stringify({ volume: media.volume, muted: media.muted }));
      } catch {
        // Storage is full or blocked.
      }
    };
    media.addEventListener('volumechange', keep);
    return () => media.removeEventListener('volumechange', keep);
  }, [media]);
}
