import { useEffectEvent, useLayoutEffect, useState } from 'react';
import type { FileView } from '#contract/core/schemas.ts';

type Source = FileView['sources'][number];
export interface Quality {
  readonly key: string;
  readonly label: string;
  readonly url: string;
}

const playsLists = (video: HTMLVideoElement): boolean =>
  video.canPlayType('application/vnd.apple.mpegurl') !== '';

const qualityLabel = ({ kind, height }: Source): string =>
  kind === 'hls' ? 'Auto' : kind === 'original' ? 'Original' : height ? `${height}p` : 'Standard';

/**
 * The available qualities, best first. An HLS playlist, which adapts automatically, is offered only where the
 * browser plays one.
 */
export function listQualities({ sources }: FileView, video: HTMLVideoElement): Quality[] {
  const able = sources.filter(({ kind }) => kind !== 'hls' || playsLists(video));
  const order = (source: Source) => (source.kind === 'hls' ? Infinity : (source.height ?? 0));
  return able
    .toSorted((a, b) => order(b) - order(a))
    .map((source) => ({
      key: `${source.kind}-${source.height ?? 0}`,
      label: qualityLabel(source),
      url: source.url,
    }));
}

const withoutQuery = (url: string) => url.split('?')[0];

/** Switches to another URL of the same video, keeping position and speed. */
export function changeSource(video: HTMLVideoElement, url: string): void {
  const { currentTime, paused, playbackRate } = video;
  video.src = url;
  video.currentTime = currentTime;
  video.playbackRate = playbackRate;
  if (!paused) void video.play().catch(() => {});
}

/**
 * The selected quality. Signed URLs expire after an hour or two; a fresh one is used only once the old one
 * fails, because switching interrupts playback. `onStale` is called once per failure.
 */
export function useQuality(video: HTMLVideoElement, file: FileView, onStale: (() => void) | undefined) {
  const qualities = listQualities(file, video);
  const [key, setKey] = useState<string | null>(null);
  const chosen =
    qualities.find((quality) => quality.key === key) ??
    qualities.find(({ url }) => withoutQuery(url) === withoutQuery(video.getAttribute('src') ?? '')) ??
    qualities[0];
  const [stale, setStale] = useState<string | null>(null);
  const fail = useEffectEvent(() => {
    setStale(video.getAttribute('src'));
    onStale?.();
  });
  useLayoutEffect(() => {
    const failed = () => fail();
    video.addEventListener('error', failed);
    return () => video.removeEventListener('error', failed);
  }, [video]);
  const url = chosen?.url;
  useLayoutEffect(() => {
    if (stale !== null && url && url !== stale && withoutQuery(url) === withoutQuery(stale))
      changeSource(video, url);
  }, [video, url, stale]);
  return {
    qualities,
    chosen: chosen?.key ?? null,
    choose: (next: string) => {
      const quality = qualities.find((each) => each.key === next);
      if (!quality) return;
      setKey(next);
      changeSource(video, quality.url);
    },
    again: () => void (url && changeSource(video, url)),
  };
}
