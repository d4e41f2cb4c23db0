import { useRouter } from 'next/router';
import { useEffect, useRef } from 'react';
import { routes } from '#config/routes';
import type { PayoutQuote, PayoutState } from '#contract/payouts';
import { problemMessage } from '#lib/problem';
import { PagedTable } from '#parts/paged-table';
import { PayoutMethods } from '#parts/payout-methods';
import {
  useCalculatePayoutQuery,
  useListPayoutsInfiniteQuery,
  useRefreshGatewayAccountMutation,
} from '#state/api-payouts';
import { useAppSelector } from '#state/hooks';
import { selectCurrentUser } from '#state/user';
import { ButtonLink } from '#ui/button-link';
import { Card } from '#ui/card';
import { ChipButton, ChipRow } from '#ui/chip';
import { Notice } from '#ui/notice';
import { PageHead } from '#ui/page-head';
import { PageHeader, Section } from '#ui/page-header';
import { Stack } from '#ui/stack';
import { EmptyState, ErrorState } from '#ui/states';
import { useHydrated } from '#ui/use-hydrated';
import { BalanceBones, BalanceStats, Holds } from './balance.tsx';
import { Blocks, payoutStates, stateWords } from './payout-words.tsx';
import { payoutColumns } from './payouts-table.tsx';

/** What the address says once; nothing before the page is the browser's own. */
function useAsked(name: string): string | null {
  const { query } = useRouter();
  const value = query[name];
  return useHydrated() && typeof value === 'string' ? value : null;
}

/** Back from the gateway's own pages: asked at once how far it is. */
function useReturn(): string | null {
  const back = useAsked('connect');
  const id = useAppSelector(selectCurrentUser)?._id;
  const [refresh] = useRefreshGatewayAccountMutation();
  const asked = useRef(false);
  useEffect(() => {
    if (back === null || !id || asked.current) return;
    asked.current = true;
    void refresh(id);
  }, [back, id, refresh]);
  return back;
}

const Now = ({ quote }: { quote: PayoutQuote }) => (
  <Stack gap={24}>
    <BalanceStats quote={quote} />
    {quote.openRequestId ? (
      <Notice
        title="A payout is on its way"
        action={<ButtonLink href={routes.payout(quote.openRequestId)}>See it</ButtonLink>}
      >
        You can ask for the next one when it has arrived.
      </Notice>
    ) : null}
    <Blocks blocks={quote.blocks.filter(({ code }) => code !== 'open_request')} />
    <Holds quote={quote} />
  </Stack>
);

function History() {
  const router = useRouter();
  const asked = useAsked('state');
  const state = payoutStates.find((each) => each === asked);
  const query = useListPayoutsInfiniteQuery(state ? { state } : {});
  const choose = (next: PayoutState | undefined) =>
    void router.replace({ pathname: router.pathname, query: next ? { state: next } : {} }, undefined, {
      shallow: true,
      scroll: false,
    });
  return (
    <Section title="Payouts so far">
      <Stack>
        <ChipRow label="State">
          <ChipButton pressed={!state} onClick={() => choose(undefined)}>
            All
          </ChipButton>
          {payoutStates.map((each) => (
            <ChipButton key={each} pressed={state === each} onClick={() => choose(each)}>
              {stateWords(each)}
            </ChipButton>
          ))}
        </ChipRow>
        <PagedTable
          caption="Payouts"
          columns={payoutColumns}
          query={query}
          empty={
            <EmptyState
              compact
              level={3}
              title={state ? 'No payout of this kind' : 'No payouts yet'}
              text={state ? 'Choose another state.' : 'They appear here as soon as you ask for one.'}
            />
          }
        />
      </Stack>
    </Section>
  );
}

/** `/creator/payouts`: what can be paid out, what comes when and why, where it goes, and every payout so far. */
export function PayoutsView() {
  const { data: quote, error, isFetching, refetch } = useCalculatePayoutQuery(undefined);
  const back = useReturn();
  return (
    <Stack gap={24}>
      <PageHead title="Payouts" unlisted />
      <PageHeader
        title="Payouts"
        text="What you earned, on its way to you."
        actions={
          quote?.canRequest ? (
            <ButtonLink href={routes.newPayout} variant="primary">
              Request a payout
            </ButtonLink>
          ) : null
        }
      />
      {back === 'again' ? (
        <Notice tone="warning" announce title="That page’s time was over">
          Go on below, under “Where payouts go”: you get a fresh one.
        </Notice>
      ) : null}
      {back === 'back' ? (
        <Notice announce title="You are back from the payment gateway">
          Below stands what it still asks for, if anything.
        </Notice>
      ) : null}
      {error && !quote ? (
        <ErrorState compact text={problemMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
      ) : quote ? (
        <Now quote={quote} />
      ) : (
        <BalanceBones />
      )}
      {/* Fetched at once, shown below what is taller than its skeleton: nothing jumps. */}
      <div hidden={!quote && !error}>
        <Stack gap={24}>
          <Card>
            <Section
              title="Where payouts go"
              text="After a change nothing is paid there for some days, and a mail can take it back."
            >
              <PayoutMethods />
            </Section>
          </Card>
          <History />
        </Stack>
      </div>
    </Stack>
  );
}
