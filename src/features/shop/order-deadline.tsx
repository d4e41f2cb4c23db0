import { exactTime, formatDay, relativeTime } from '#lib/format-time.ts';
import { useNow } from '#ui/content/relative-time.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';

/** A deadline in the user's time zone, to the minute, and how far away it is. */
export function OrderDeadline({ iso }: { iso: string }) {
  const away = relativeTime(iso, useNow());
  return (
    <strong>
      <time dateTime={iso}>{useHydrated() ? exactTime(iso) : formatDay(iso)}</time>
      {/^(in|now)/.test(away) ? ` (${away})` : ''}
    </strong>
  );
}
