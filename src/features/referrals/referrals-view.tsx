import { useRouter } from 'next/router';
import { useState } from 'react';
import type { OwnReferralCode } from '#contract/referrals.ts';
import { problemMessage } from '#lib/problem.ts';
import { LoadedView } from '#components/lists/loaded-view.tsx';
import { useGetReferralCodeQuery, useGetReferralStatsQuery } from '#state/api/referrals.ts';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader, Section } from '#ui/layout/page-header.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { ErrorState } from '#ui/feedback/states.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { ClaimBox } from './claim-box.tsx';
import { CodeCard, HowItWorks } from './code-card.tsx';
import { ByReferral, Totals } from './figures.tsx';
import { People } from './people.tsx';
import { RowsTable } from './rows-table.tsx';

const periods = [
  { key: 'all', label: 'All time' },
  { key: '365', label: 'Last 12 months' },
  { key: '28', label: '28 days' },
] as const;
type Period = (typeof periods)[number]['key'];

/** Starts at midnight in the user's time zone, so that the totals don't change while the page is open. */
const rangeOf = (period: Period, today: Date): { from?: string } =>
  period === 'all'
    ? {}
    : {
        from: new Date(today.getFullYear(), today.getMonth(), today.getDate() - Number(period)).toISOString(),
      };

/** Period and person are kept in the URL, so that a view can be shared. */
function useFilter() {
  const router = useRouter();
  const hydrated = useHydrated();
  const asked = hydrated ? router.query : {};
  const period = periods.find(({ key }) => key === asked['period'])?.key ?? 'all';
  const referral =
    typeof asked['referral'] === 'string' && /^[0-9a-f-]{36}$/.test(asked['referral'])
      ? asked['referral']
      : null;
  const choose = (change: { period?: Period; referral?: string | null }) => {
    const next = { period, referral, ...change };
    const query = {
      ...(next.period !== 'all' && { period: next.period }),
      ...(next.referral && { referral: next.referral }),
    };
    void router.replace({ pathname: router.pathname, query }, undefined, { shallow: true, scroll: false });
  };
  return { period, referral, choose };
}

const PageSkeleton = () => (
  <Skeleton label="Loading referrals">
    <Stack gap={24}>
      <SkeletonBlock height={220} width="100%" />
      <SkeletonBlock height={160} width="100%" />
      <SkeletonBlock height={96} width="100%" />
      <SkeletonBlock height={240} width="100%" />
    </Stack>
  </Skeleton>
);

function Earned({ unit }: Pick<OwnReferralCode, 'unit'>) {
  const { period, referral, choose } = useFilter();
  const [today] = useState(() => new Date());
  const range = rangeOf(period, today);
  const { currentData: stats, error, isFetching, refetch } = useGetReferralStatsQuery(range);
  return (
    <>
      <ChipRow label="Period">
        {periods.map(({ key, label }) => (
          <ChipButton key={key} pressed={key === period} onClick={() => choose({ period: key })}>
            {label}
          </ChipButton>
        ))}
      </ChipRow>
      {error && !stats ? (
        <ErrorState compact text={problemMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
      ) : null}
      {!stats && !error ? (
        <Skeleton label="Loading figures">
          <SkeletonBlock height={96} width="100%" />
        </Skeleton>
      ) : null}
      {stats ? <Totals stats={stats} unit={unit} /> : null}
      <Section title="Who joined">
        <People unit={unit} onOpen={(id) => choose({ referral: id })} />
      </Section>
      {stats ? (
        <Section title="Earnings">
          <ByReferral
            stats={stats}
            unit={unit}
            chosen={referral}
            onChoose={(id) => choose({ referral: id === referral ? null : id })}
          />
        </Section>
      ) : null}
      <Section
        title="All payments"
        actions={
          referral ? (
            <ChipButton pressed onClick={() => choose({ referral: null })}>
              Showing one person · Show all
            </ChipButton>
          ) : null
        }
      >
        <RowsTable unit={unit} filter={{ ...range, ...(referral && { referral }) }} />
      </Section>
    </>
  );
}

function Content() {
  const request = useGetReferralCodeQuery();
  return (
    <LoadedView request={request} skeleton={<PageSkeleton />} level={2}>
      {(own) => (
        <>
          <CodeCard own={own} />
          <ClaimBox own={own} />
          <HowItWorks own={own} />
          <Earned unit={own.unit} />
        </>
      )}
    </LoadedView>
  );
}

/** `/user/referrals`: referred friends, and the tokens earned from them. */
export const InviteFriendsView = () => (
  <Stack gap={24}>
    <PageHead title="Invite friends" unlisted />
    <PageHeader
      title="Invite friends"
      text="Earn a share of our fee from people who join with your link. It costs them nothing."
    />
    <Content />
  </Stack>
);

/** `/creator/referrals`: referred fans and creators, and the money earned from them. */
export const CreatorReferralsView = () => (
  <Stack gap={24}>
    <PageHead title="Referrals" unlisted />
    <PageHeader
      title="Referrals"
      text="Earn a share of our fee from fans and creators who join with your link."
    />
    <Content />
  </Stack>
);
