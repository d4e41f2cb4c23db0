import { exactTime, timeLeft } from '#lib/format-time.ts';
import { useNow } from '#ui/content/relative-time.tsx';
import { useMinutesAhead } from '#ui/hooks/use-hydrated.ts';

/**
 * A future time in the viewer's time zone, to the minute, and how far away it is: "November 23, 2026 at 12:00
 * PM (in 2 d)".
 */
export function TimeAhead({ iso }: { iso: string }) {
  const left = timeLeft(iso, useNow());
  return (
    <>
      <time dateTime={iso}>{exactTime(iso, useMinutesAhead())}</time>
      {/* The clock goes on between the server's rendering and the browser's. */}
      <span suppressHydrationWarning>
        {left === 'now' ? '' : ` (in\u00a0${left.replaceAll(' ', '\u00a0')})`}
      </span>
    </>
  );
}
