interface Countable {
  readonly mime: string;
  readonly duration: number | null;
}
export interface MediaSummary {
  readonly photos: number;
  readonly videos: number;
  readonly audios: number;
  readonly duration: number;
}

/**
 * What may be revealed about files even if they are locked: how many of each kind, and their total duration
 * in seconds.
 */
export function summarizeFiles(files: readonly Countable[]): MediaSummary {
  const count = (kind: string) => files.filter(({ mime }) => mime.startsWith(kind)).length;
  const [photos, videos] = [count('image/'), count('video/')];
  return {
    photos,
    videos,
    audios: files.length - photos - videos,
    duration: files.reduce((sum, { duration }) => sum + (duration ?? 0), 0),
  };
}
