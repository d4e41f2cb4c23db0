import { useLayoutEffect, useState } from 'react';
import type { FileView } from '#contract/core/schemas.ts';
import { languageName } from '#lib/language-name.ts';

type Captions = NonNullable<FileView['captions']>;

const key = 'player:captions';
const none: Captions = [];

/** Caption language used last; an empty string if captions were turned off. */
function remembered(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
function remember(language: string): void {
  try {
    localStorage.setItem(key, language);
  } catch {
    // Storage is full or blocked, so the next video starts without captions.
  }
}

/**
 * The language to use when captions are turned on: the last one used, else one of the person's own languages,
 * else the first.
 */
function preferredLanguage(languages: readonly string[]): string {
  const own = [remembered() ?? '', ...navigator.languages.map((each) => each.slice(0, 2))];
  return own.find((language) => languages.includes(language)) ?? languages[0] ?? '';
}

/** Moves captions above the controls, except those that their author positioned. */
function raise({ cues }: TextTrack): void {
  for (const cue of cues ?? []) if ('line' in cue && cue.line === 'auto') cue.line = -4;
}

const listTracks = (video: HTMLVideoElement): TextTrack[] => [...(video.textTracks ?? [])];

export interface CaptionsChoice {
  /** ISO 639-1 code, or empty if off. */
  readonly language: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly choose: (language: string) => void;
  readonly toggle: () => void;
}

/** Which captions are shown: off at first, then as last chosen on this device. Null if the video has none. */
export function useCaptions(video: HTMLVideoElement, { captions = none }: FileView): CaptionsChoice | null {
  const languages = captions.map(({ language }) => language);
  const [language, setLanguage] = useState(() => languages.find((each) => each === remembered()) ?? '');
  const known = languages.join(' ');
  useLayoutEffect(() => {
    const tracks = listTracks(video);
    const stops = tracks.map((track) => {
      track.mode = track.language === language ? 'showing' : 'disabled';
      const place = () => raise(track);
      track.addEventListener('cuechange', place);
      return () => track.removeEventListener('cuechange', place);
    });
    return () => stops.forEach((stop) => stop());
  }, [video, language, known]);
  const choose = (next: string) => {
    setLanguage(next);
    remember(next);
  };
  if (languages.length === 0) return null;
  return {
    language,
    options: [
      { value: '', label: 'No captions' },
      ...languages.map((value) => ({ value, label: languageName(value) })),
    ],
    choose,
    toggle: () => choose(language ? '' : preferredLanguage(languages)),
  };
}
