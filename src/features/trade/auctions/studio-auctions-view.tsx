import { useRouter } from 'next/router';
import { routes } from '#config/routes.ts';
import { PinnedViews } from '#components/base/lists/pinned-views.tsx';
import { selectAuthUser } from '#state/session/auth.ts';
import { useAppSelector } from '#state/hooks.ts';
import type { CreatorAuctionFilter } from '#services/trade/auctions.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { AuctionsTable } from './auctions-table.tsx';

const filters = [
  { state: undefined, label: 'All' },
  { state: 'live', label: 'Live' },
  { state: 'scheduled', label: 'Scheduled' },
  { state: 'ended', label: 'Ended' },
  { state: 'cancelled', label: 'Canceled' },
] as const satisfies readonly { state: CreatorAuctionFilter['state']; label: string }[];

/** `/creator/auctions`. The filter is kept in the URL. */
export function StudioAuctionsView() {
  const router = useRouter();
  const me = useAppSelector(selectAuthUser);
  const { state } = filters.find((filter) => filter.state === router.query['state']) ?? filters[0];
  const filter = (next: string | undefined) =>
    void router.replace({ pathname: routes.creatorAuctions, query: next ? { state: next } : {} }, undefined, {
      shallow: true,
      scroll: false,
    });
  return (
    <Stack gap={24}>
      <PageHead title="Your auctions" unlisted />
      <PageHeader
        title="Auctions"
        actions={
          <ButtonLink href={routes.newAuction} variant="primary">
            New auction
          </ButtonLink>
        }
      />
      <Stack gap={12}>
        <ChipRow label="Status">
          {filters.map((each) => (
            <ChipButton key={each.label} pressed={each.state === state} onClick={() => filter(each.state)}>
              {each.label}
            </ChipButton>
          ))}
        </ChipRow>
        <PinnedViews list="auctions" />
      </Stack>
      {me ? <AuctionsTable performerId={me._id} state={state} /> : null}
    </Stack>
  );
}
