/**
 * A waveform from loudness levels (0 to 1) at even intervals: at most `most` values, the loudest 100. Each is the
 * loudest of its part, so that short words in a long recording can be seen.
 */
export function summarizePeaks(levels: readonly number[], most: number): number[] {
  if (levels.length === 0) return [];
  const count = Math.min(most, levels.length);
  const loudest = Math.max(...levels, 0.01);
  return Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * levels.length) / count);
    const to = Math.max(from + 1, Math.floor(((at + 1) * levels.length) / count));
    return Math.round((Math.max(...levels.slice(from, to)) * 100) / loudest);
  });
}
