import { useRouter } from 'next/router';
import { isUtcDay } from '#lib/utc-days.ts';

/** The filters in the URL. Dates (`2026-11-20`) are in the user's time zone, both included. */
export interface HistoryChoice {
  readonly kind: string;
  readonly creator: string;
  readonly from: string;
  readonly to: string;
  readonly q: string;
}
const nothing: HistoryChoice = { kind: '', creator: '', from: '', to: '', q: '' };

const isId = (text: string): boolean => /^[0-9a-f-]{36}$/.test(text);

/** Midnight in the user's time zone at the start of a day, or `after` days later. */
function midnight(day: string, after = 0): string {
  const at = new Date(`${day}T00:00:00`);
  at.setDate(at.getDate() + after);
  return at.toISOString();
}

/** The filters as the API takes them; invalid values are ignored. */
export function toApiFilter<Kind extends string>(
  { kind, creator, from, to, q }: HistoryChoice,
  kinds: readonly Kind[],
) {
  const known = kinds.find((each) => each === kind);
  return {
    ...(known && { kind: known }),
    ...(isId(creator) && { performerId: creator }),
    ...(isUtcDay(from) && { from: midnight(from) }),
    ...(isUtcDay(to) && { to: midnight(to, 1) }),
    ...(q && { q: q.slice(0, 100) }),
  };
}

/** The filters in the URL, as they are. */
export const readChoice = (get: (name: keyof HistoryChoice) => string): HistoryChoice => ({
  kind: get('kind'),
  creator: get('creator'),
  from: get('from'),
  to: get('to'),
  q: get('q'),
});

/** What asks for the creators to filter by: all that the user has paid. */
export const paidCreatorOptions = { query: { limit: 100 } } as const;

/** The filters kept in the URL, so that they survive a reload and can be shared. */
export function useHistoryFilter() {
  const router = useRouter();
  const choice = readChoice((name) => {
    const value = router.query[name];
    return typeof value === 'string' ? value : '';
  });
  const go = (next: HistoryChoice) => {
    const showParam = router.query['show'];
    const query = Object.fromEntries(
      Object.entries({ ...(typeof showParam === 'string' && { show: showParam }), ...next }).filter(
        ([, value]) => value !== '',
      ),
    );
    void router.replace({ pathname: router.pathname, query }, undefined, { shallow: true, scroll: false });
  };
  return {
    choice,
    isFiltered: Object.values(choice).some((value) => value !== ''),
    choose: (change: Partial<HistoryChoice>) => go({ ...choice, ...change }),
    clear: () => go(nothing),
  };
}
