import { useLayoutEffect, useState } from 'react';

/** What a media element is doing. Times in seconds. */
export interface Playback {
  readonly playing: boolean;
  /** It should play and has nothing to show yet. */
  readonly waiting: boolean;
  /** It has played at all, or begins somewhere else than at its beginning. */
  readonly begun: boolean;
  readonly ended: boolean;
  readonly failed: boolean;
  readonly time: number;
  /** 0 while nobody knows. */
  readonly duration: number;
  /** To here it has come over the network. */
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

const told = [
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

/** Follows a media element. `length`: its duration as the server knows it, for the time before it loads. */
export function usePlayback(media: HTMLMediaElement, length: number): Playback {
  const [playback, setPlayback] = useState(() => read(media, length));
  useLayoutEffect(() => {
    const update = () => setPlayback(read(media, length));
    for (const event of told) media.addEventListener(event, update);
    update();
    return () => told.forEach((event) => media.removeEventListener(event, update));
  }, [media, length]);
  return playback;
}

/** Plays or pauses. Why a browser refuses to play shows by itself. */
export const togglePlay = (media: HTMLMediaElement): void => {
  if (media.paused || media.ended) void media.play().catch(() => {});
  else media.pause();
};

export const seekTo = (media: HTMLMediaElement, seconds: number): void => {
  media.currentTime = seconds;
};
/** Moves by seconds, within its bounds. */
export const seekBy = (media: HTMLMediaElement, seconds: number, duration: number): void =>
  seekTo(media, Math.max(0, Math.min(duration || media.currentTime + seconds, media.currentTime + seconds)));
export const setRate = (media: HTMLMediaElement, rate: number): void => {
  media.playbackRate = rate;
};
/** 0 to 1; nothing is silence. */
export const setVolume = (media: HTMLMediaElement, volume: number): void => {
  media.volume = volume;
  media.muted = volume === 0;
};
export const toggleMute = (media: HTMLMediaElement): void => {
  media.muted = !media.muted;
};
