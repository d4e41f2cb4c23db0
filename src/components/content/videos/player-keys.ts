import { useEffectEvent, useLayoutEffect } from 'react';
import { seekBy, seekTo, setVolume, toggleMute, togglePlay } from './use-playback.ts';

export interface PlayerActions {
  readonly media: HTMLMediaElement;
  readonly duration: number;
  readonly fullScreen?: () => void;
  readonly captions?: () => void;
}

const clamp = (value: number) => Math.max(0, Math.min(1, Math.round(value * 100) / 100));
const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;
export const playbackRates: readonly number[] = rates;

function stepRate(media: HTMLMediaElement, by: 1 | -1): void {
  const at = rates.findIndex((rate) => rate >= media.playbackRate);
  media.playbackRate = rates[Math.max(0, Math.min(rates.length - 1, at + by))] ?? 1;
}
const louder = (media: HTMLMediaElement, by: number): void => setVolume(media, clamp(media.volume + by));

const keys: Readonly<Record<string, (actions: PlayerActions) => void>> = {
  ' ': ({ media }) => togglePlay(media),
  k: ({ media }) => togglePlay(media),
  j: ({ media, duration }) => seekBy(media, -10, duration),
  l: ({ media, duration }) => seekBy(media, 10, duration),
  ArrowLeft: ({ media, duration }) => seekBy(media, -5, duration),
  ArrowRight: ({ media, duration }) => seekBy(media, 5, duration),
  ArrowUp: ({ media }) => louder(media, 0.1),
  ArrowDown: ({ media }) => louder(media, -0.1),
  Home: ({ media }) => seekTo(media, 0),
  End: ({ media, duration }) => seekTo(media, duration),
  m: ({ media }) => toggleMute(media),
  f: ({ fullScreen }) => fullScreen?.(),
  c: ({ captions }) => captions?.(),
  '<': ({ media }) => stepRate(media, -1),
  '>': ({ media }) => stepRate(media, 1),
};

const isDigit = (key: string) => /^[0-9]$/.test(key);

/** Whether the focused control handles the key itself. */
function takesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('input:not([type=range]), textarea, select, [contenteditable]')) return true;
  if (target.matches('button, a')) return key === ' ' || key === 'Enter';
  // The seek bar uses the player's keys; the volume slider keeps its own.
  return (
    target.matches('input[type=range][data-volume]') &&
    (key.startsWith('Arrow') || key === 'Home' || key === 'End')
  );
}

/** Runs the action of a key. Returns false if the player has none for it. */
export function pressKey(
  event: Pick<KeyboardEvent, 'key' | 'target' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  actions: PlayerActions,
): boolean {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || takesKey(target, key)) return false;
  if (isDigit(key)) {
    if (actions.duration > 0) actions.media.currentTime = (actions.duration * Number(key)) / 10;
    return true;
  }
  const act = keys[key.length === 1 ? key.toLowerCase() : key];
  act?.(actions);
  return act !== undefined;
}

/**
 * Keys that scroll the page while nothing has focus. The space bar is one of them until the video has played;
 * pages don't scroll sideways, so the arrows to the sides seek.
 */
const scrolls = (key: string, media: HTMLMediaElement): boolean =>
  key === 'ArrowUp' ||
  key === 'ArrowDown' ||
  key === 'Home' ||
  key === 'End' ||
  (key === ' ' && media.played.length === 0);

/**
 * Keyboard shortcuts of a player, active while focus is inside it or, on the video's own page, while nothing
 * has focus.
 */
export function usePlayerKeys(frame: HTMLElement, actions: PlayerActions, isMain: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const within = event.target instanceof Node && frame.contains(event.target);
    const nowhere = isMain && event.target === document.body && !scrolls(event.key, actions.media);
    if ((within || nowhere) && pressKey(event, actions)) event.preventDefault();
  });
  // A layout effect, so that shortcuts work as soon as the controls are visible.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
