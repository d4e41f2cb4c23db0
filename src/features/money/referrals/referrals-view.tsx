import { useRouter } from 'next/router';
import type { OwnReferralCode } from '#contract/money/referrals.ts';
import { problemMessage } from '#lib/problem.ts';
import { momentsIn } from '#lib/zone-days.ts';
import { daysText, useTakenZone, useToday } from '#components/base/ranges/own-zone.ts';
import { RangeChoice } from '#components/base/ranges/range-choice.tsx';
import { type ChosenRange, type UrlQuery, chosenRange, rangeQuery } from '#components/base/ranges/ranges.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { listQuestion, question } from '#services/http/endpoints.ts';
import {
  getReferralCode,
  getReferralStats,
  listReferralEarnings,
  listReferrals,
} from '#services/money/referrals.ts';
import { type ReadResult, useRead } from '#state/query/hooks.ts';
import { ChipButton } from '#ui/content/chip.tsx';
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
import styles from './referrals.module.css';

/** What both pages ask first. The browser chooses the range, as it depends on today. */
export const referralQuestions = () => [
  question(getReferralCode, {}),
  listQuestion(listReferrals, { query: {} }),
  question(getReferralStats, { query: {} }),
  listQuestion(listReferralEarnings, { query: {} }),
];

/** The range in the URL, as on the earnings page; all time without one. */
const rangeIn = (query: UrlQuery, today: string): ChosenRange | null => {
  const range = chosenRange(query, today);
  return range.period === 'custom' || range.period === query['period'] ? range : null;
};

/** Range and person are kept in the URL, so that a view can be shared. */
function useFilter(today: string) {
  const router = useRouter();
  const hydrated = useHydrated();
  const params = hydrated ? router.query : {};
  const range = rangeIn(params, today);
  const referral =
    typeof params['referral'] === 'string' && /^[0-9a-f-]{36}$/.test(params['referral'])
      ? params['referral']
      : null;
  const choose = (change: { range?: ChosenRange | null; referral?: string | null }) => {
    const next = { range, referral, ...change };
    const query = {
      ...(next.range && rangeQuery(next.range)),
      ...(next.referral && { referral: next.referral }),
    };
    void router.replace({ pathname: router.pathname, query }, undefined, { shallow: true, scroll: false });
  };
  return { range, referral, choose };
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

interface TotalsProps extends Pick<OwnReferralCode, 'unit'> {
  readonly request: ReadResult<typeof getReferralStats.route>;
}

function LoadedTotals({ request: { currentData: stats, error, isFetching, refetch }, unit }: TotalsProps) {
  if (stats) return <Totals stats={stats} unit={unit} />;
  if (error)
    return (
      <ErrorState compact text={problemMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
    );
  return (
    <Skeleton label="Loading figures">
      <SkeletonBlock height={96} width="100%" />
    </Skeleton>
  );
}

function Earned({ unit }: Pick<OwnReferralCode, 'unit'>) {
  const zone = useTakenZone();
  const today = useToday(zone);
  const { range: chosen, referral, choose } = useFilter(today);
  const range = chosen ? momentsIn(zone, chosen.days) : {};
  const request = useRead(getReferralStats, { query: range });
  const { currentData: stats } = request;
  return (
    <>
      <RangeChoice
        range={chosen}
        today={today}
        onChoose={(period, days) => choose({ range: { period, days } })}
        onAllTime={() => choose({ range: null })}
      />
      {chosen ? <p className={styles.muted}>{daysText(zone)}</p> : null}
      <LoadedTotals request={request} unit={unit} />
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
  const request = useRead(getReferralCode);
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
