const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const two = (value: number) => String(Math.floor(value)).padStart(2, '0');

/**
 * Formats the remaining milliseconds: `2 d 4 h`, `4 h 05 min`, or `12:07` within the last hour. Never below
 * `0:00`.
 */
export function countdownText(left: number): string {
  // Round up, so that 0:00 means the end instead of the last second.
  const ms = Math.max(0, Math.ceil(left / 1000) * 1000);
  if (ms >= day) return `${Math.floor(ms / day)} d ${Math.floor((ms % day) / hour)} h`;
  if (ms >= hour) return `${Math.floor(ms / hour)} h ${two((ms % hour) / minute)} min`;
  return `${Math.floor(ms / minute)}:${two((ms % minute) / 1000)}`;
}
