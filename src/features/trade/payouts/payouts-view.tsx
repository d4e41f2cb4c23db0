import { useRouter } from 'next/router';
import { useEffect, useRef } from 'react';
import { routes } from '#config/routes.ts';
import type { PayoutQuote, PayoutState } from '#contract/trade/payouts.ts';
import { problemMessage } from '#lib/problem.ts';
import { PayoutMethods } from '#components/trade/payouts/payout-methods.tsx';
import { listQuestion, question } from '#services/http/endpoints.ts';
import {
  calculatePayout,
  listPayoutMethods,
  listPayouts,
  refreshGatewayAccount,
} from '#services/trade/payouts.ts';
import { useListQuestion, useRead, useWrite } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { DataTable } from '#ui/antd/data-table.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader, Section } from '#ui/layout/page-header.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { BalanceSkeleton, BalanceStats, Holds } from './balance.tsx';
import { Blocks, payoutStates, stateLabels } from './payout-labels.tsx';
import { payoutColumns } from './payouts-table.tsx';

const findState = (requested: unknown): PayoutState | undefined =>
  payoutStates.find((each) => each === requested);
const payouts = (state: PayoutState | undefined) =>
  listQuestion(listPayouts, { query: state ? { state } : {} });

/** What the page asks first. */
export const payoutQuestions = (get: (name: string) => string) => [
  question(calculatePayout, { body: {} }),
  question(listPayoutMethods, {}),
  payouts(findState(get('state'))),
];

/** A query parameter; null until hydration. */
function useHydratedParam(name: string): string | null {
  const { query } = useRouter();
  const value = query[name];
  return useHydrated() && typeof value === 'string' ? value : null;
}

/** After returning from the gateway's pages, refreshes the state of the account there. */
function useWindowReturn(): string | null {
  const back = useHydratedParam('connect');
  const id = useAppSelector(selectCurrentUser)?._id;
  const [refresh] = useWrite(refreshGatewayAccount);
  const requested = useRef(false);
  useEffect(() => {
    if (back === null || !id || requested.current) return;
    requested.current = true;
    void refresh({ params: { id }, body: {} });
  }, [back, id, refresh]);
  return back;
}

const Now = ({ quote }: { quote: PayoutQuote }) => (
  <Stack gap={24}>
    <BalanceStats quote={quote} />
    {quote.openRequestId ? (
      <Notice
        title="A payout is in progress"
        action={<ButtonLink href={routes.payout(quote.openRequestId)}>View payout</ButtonLink>}
      >
        You can request another one when it’s paid.
      </Notice>
    ) : null}
    <Blocks blocks={quote.blocks.filter(({ code }) => code !== 'open_request')} />
    <Holds quote={quote} />
  </Stack>
);

function History() {
  const router = useRouter();
  const state = findState(router.query['state']);
  const query = useListQuestion(payouts(state));
  const choose = (next: PayoutState | undefined) =>
    void router.replace({ pathname: router.pathname, query: next ? { state: next } : {} }, undefined, {
      shallow: true,
      scroll: false,
    });
  return (
    <Section title="Payout history">
      <Stack>
        <ChipRow label="Status">
          <ChipButton pressed={!state} onClick={() => choose(undefined)}>
            All
          </ChipButton>
          {payoutStates.map((each) => (
            <ChipButton key={each} pressed={state === each} onClick={() => choose(each)}>
              {stateLabels(each)}
            </ChipButton>
          ))}
        </ChipRow>
        <DataTable
          name="payouts"
          caption="Payouts"
          columns={payoutColumns}
          query={query}
          empty={
            <EmptyState
              compact
              level={3}
              title={state ? 'No payouts with this status' : 'No payouts yet'}
              text={state ? 'Try another status.' : 'Payouts you request appear here.'}
            />
          }
        />
      </Stack>
    </Section>
  );
}

/** `/creator/payouts`: available and upcoming amounts, payout methods, and past payouts. */
export function PayoutsView() {
  const { data: quote, error, isFetching, refetch } = useRead(calculatePayout, { body: {} });
  const back = useWindowReturn();
  return (
    <Stack gap={24}>
      <PageHead title="Payouts" unlisted />
      <PageHeader
        title="Payouts"
        text="Send your earnings to your bank account."
        actions={
          quote?.canRequest ? (
            <ButtonLink href={routes.newPayout} variant="primary">
              Request payout
            </ButtonLink>
          ) : null
        }
      />
      {back === 'again' ? (
        <Notice tone="warning" announce title="That page has expired">
          Continue below, under “Payout methods”, to get a new one.
        </Notice>
      ) : null}
      {back === 'back' ? (
        <Notice announce title="You’re back from the payment provider">
          If it needs anything else, it’s listed below.
        </Notice>
      ) : null}
      {error && !quote ? (
        <ErrorState compact text={problemMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
      ) : quote ? (
        <Now quote={quote} />
      ) : (
        <BalanceSkeleton />
      )}
      {/* Mounted at once to start loading, but hidden until the content above, which is taller than its
          skeleton, is there. This prevents layout shifts. */}
      <div hidden={!quote && !error}>
        <Stack gap={24}>
          <SectionCard
            title="Payout methods"
            text="After a change, payouts to the new method wait a few days, and we email you a link to undo it."
          >
            <PayoutMethods />
          </SectionCard>
          <History />
        </Stack>
      </div>
    </Stack>
  );
}
