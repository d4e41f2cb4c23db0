import { useLayoutEffect, useState } from 'react';

/** The state of a media element. Times are in seconds. */
export interface Playback {
  readonly playing: boolean;
  /** Playing, but waiting for data. */
  readonly waiting: boolean;
  /** Has played, or starts at a position other than 0. */
  readonly begun: boolean;
  readonly ended: boolean;
  readonly failed: boolean;
  readonly time: number;
  /** 0 if unknown. */
  readonly duration: number;
  /** End of the buffered range. */
  readonly buffered: number;
  /** 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
  readonly rate: number;
}

function bufferedTo({ buffered, currentTime }: HTMLMediaElement): number {
  for (let at = 0; at < buffered.length; at += 1)
    if (buffered.start(at) <= currentTime + 0.1 && buffered.end(at) >= currentTime) return buffered.end(at);
  return 0;
}

const known = (duration: number): number => (Number.isFinite(duration) && duration > 0 ? duration : 0);

const read = (media: HTMLMediaElement, length: number): Playback => ({
  playing: !media.paused && !media.ended,
  waiting: !media.paused && !media.ended && media.readyState < 3 && media.error === null,
  begun: media.played.length > 0 || !media.paused,
  ended: media.ended,
  failed: media.error !== null,
  time: media.currentTime,
  duration: known(media.duration) || length,
  buffered: bufferedTo(media),
  volume: media.volume,
  muted: media.muted,
  rate: media.playbackRate,
});

const watchedEvents = [
  'play',
  'pause',
  'playing',
  'waiting',
  'ended',
  'error',
  'timeupdate',
  'durationchange',
  'progress',
  'volumechange',
  'ratechange',
  'seeking',
  'seeked',
  'emptied',
  'loadedmetadata',
  'canplay',
] as const;

/** Tracks a media element. `length` is the duration from the server, used until the media has loaded. */
export function usePlayback(media: HTMLMediaElement, length: number): Playback {
  const [playback, setPlayback] = useState(() => read(media, length));
  useLayoutEffect(() => {
    const update = () => setPlayback(read(media, length));
    for (const event of watchedEvents) media.addEventListener(event, update);
    update();
    return () => watchedEvents.forEach((event) => media.removeEventListener(event, update));
  }, [media, length]);
  return playback;
}

/** Plays or pauses. Errors are ignored because the player shows them itself. */
export const togglePlay = (media: HTMLMediaElement): void => {
  if (media.paused || media.ended) void media.play().catch(() => {});
  else media.pause();
};

export const seekTo = (media: HTMLMediaElement, seconds: number): void => {
  media.currentTime = seconds;
};
/** Seeks by a number of seconds, within bounds. */
export const seekBy = (media: HTMLMediaElement, seconds: number, duration: number): void =>
  seekTo(media, Math.max(0, Math.min(duration || media.currentTime + seconds, media.currentTime + seconds)));
export const setRate = (media: HTMLMediaElement, rate: number): void => {
  media.playbackRate = rate;
};
/** Volume from 0 to 1; 0 mutes. */
export const setVolume = (media: HTMLMediaElement, volume: number): void => {
  media.volume = volume;
  media.muted = volume === 0;
};
export const toggleMute = (media: HTMLMediaElement): void => {
  media.muted = !media.muted;
};
