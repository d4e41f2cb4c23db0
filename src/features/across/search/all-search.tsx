import type { SearchReply } from '#contract/across/search/search.ts';
import { searchSite } from '#services/across/search/search.ts';
import { useBeginWhenIdle } from '#state/query/use-live.ts';
import { useSeededList } from '#state/query/use-seeded.ts';
import { useLastKnown } from '#ui/hooks/use-last-known.ts';
import { AllResults } from './all-results.tsx';
import { overviewQuery } from './filters.ts';

/** A few results of each kind. `sent` is what the server sent for these words. */
export function AllSearch({ q, sent }: { q: string; sent: SearchReply | undefined }) {
  const { currentData, error, refetch, begin } = useSeededList(searchSite, { query: overviewQuery(q) }, sent);
  useBeginWhenIdle(begin);
  const reply = currentData?.pages[0];
  const before = useLastKnown(reply);
  return <AllResults {...{ q, reply, before, error }} onRetry={() => void refetch()} />;
}
