import { formatBytes } from '#lib/format.ts';

/** `34% of 80 MB`, and once the speed (bytes a second) is known, `34% of 80 MB · 2.1 MB/s · 25 s left`. */
export function formatProgress({
  percent,
  bytes,
  speed,
  isPaused = false,
}: {
  percent?: number | null | undefined;
  bytes: number;
  speed?: number | null | undefined;
  isPaused?: boolean | undefined;
}): string {
  const done = `${Math.round(percent ?? 0)}% of ${formatBytes(bytes)}`;
  if (isPaused) return `Waiting for a connection · ${done}`;
  if (!speed) return done;
  const seconds = Math.ceil((bytes * (1 - (percent ?? 0) / 100)) / speed);
  return `${done} · ${formatBytes(speed)}/s · ${seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`} left`;
}
