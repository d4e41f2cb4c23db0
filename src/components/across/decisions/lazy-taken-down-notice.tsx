import { LazyClient } from '#components/base/lists/lazy-client.tsx';
import type { ReportTarget } from '#contract/across/reports.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';

const TakenDownNotice = lazyPart(async () => (await import('./taken-down-notice.tsx')).TakenDownNotice);

/** For the pages of the site, which would otherwise load the queries for everyone. */
export const LazyTakenDownNotice = (props: { type: ReportTarget; id: string }) => (
  <LazyClient skeleton={null}>
    <TakenDownNotice {...props} />
  </LazyClient>
);
