import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { Payout } from '#contract/trade/payouts.ts';
import { formatMoney } from '#lib/format.ts';
import { TimeAhead } from '#components/trade/payouts/payout-time.tsx';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { getPayout } from '#services/trade/payouts.ts';
import { useRead } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader, Section } from '#ui/layout/page-header.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { Sum, SummaryList } from '#ui/content/summary-list.tsx';
import { Timeline } from '#ui/content/timeline.tsx';
import { CancelPayoutDialog, EditPayoutDialog } from './payout-dialogs.tsx';
import { PayoutStateChip, eventText, whoText } from './payout-labels.tsx';
import styles from './payouts.module.css';

const endings: Partial<Record<Payout['state'], string>> = {
  paid: 'Paid. It can take a day or two to show up in your bank account.',
  rejected: 'The money is available again.',
  cancelled: 'The money is available again.',
  failed: 'The money is available again. Check your payout method before you request another payout.',
  returned:
    'The bank sent the money back, and it is available again. Check your payout method before you request another payout.',
};

/** The next step, who has to act and by when; or, once it is over, the outcome. */
function What({ payout: { next, state, reason } }: { payout: Payout }) {
  return (
    <>
      {next ? (
        <p>
          {next.message}
          <br />
          <span className={styles.muted}>
            {whoText(next.who)}
            {next.until ? (
              <>
                : <TimeAhead iso={next.until} />
              </>
            ) : null}
          </span>
        </p>
      ) : (
        <p>{endings[state]}</p>
      )}
      {reason ? (
        <Notice tone={state === 'cancelled' ? 'info' : 'danger'} title="Why">
          {reason}
        </Notice>
      ) : null}
    </>
  );
}

/** Actions available until the request has been decided on. */
function Actions({ payout }: { payout: Payout }) {
  const [asked, setAsked] = useState<'edit' | 'cancel' | null>(null);
  const close = () => setAsked(null);
  return (
    <Row>
      {payout.canEdit ? <Button onClick={() => setAsked('edit')}>Edit</Button> : null}
      {payout.canCancel ? (
        <Button variant="quietDanger" onClick={() => setAsked('cancel')}>
          Cancel request
        </Button>
      ) : null}
      {asked === 'edit' ? <EditPayoutDialog payout={payout} onClose={close} /> : null}
      {asked === 'cancel' ? <CancelPayoutDialog payout={payout} onClose={close} /> : null}
    </Row>
  );
}

const NextStep = ({ payout }: { payout: Payout }) => (
  <SectionCard title="What happens next">
    <Stack gap={12}>
      <What payout={payout} />
      <Actions payout={payout} />
    </Stack>
  </SectionCard>
);

const Facts = ({ payout }: { payout: Payout }) => (
  <Card>
    <SummaryList>
      <Sum label="Amount">{formatMoney(payout.amount, payout.currency)}</Sum>
      <Sum label="Fees">{formatMoney(0, payout.currency)}</Sum>
      <Sum label="To">
        {payout.method.bank} ···· {payout.method.last4}
      </Sum>
      {payout.reference ? <Sum label="Reference">{payout.reference}</Sum> : null}
      {payout.note ? <Sum label="Note">{payout.note}</Sum> : null}
    </SummaryList>
  </Card>
);

const History = ({ events }: { events: Payout['timeline'] }) => (
  <Section title="Timeline">
    <Timeline events={events.map((event) => ({ ...event, what: eventText(event) }))} />
  </Section>
);

const Content = ({ payout }: { payout: Payout }) => (
  <Stack gap={24}>
    <PageHeader
      title={`Payout of ${formatMoney(payout.amount, payout.currency)}`}
      text={<PayoutStateChip state={payout.state} />}
      actions={<ButtonLink href={routes.creatorPayouts}>All payouts</ButtonLink>}
    />
    <div className={styles.columns}>
      <Stack gap={24}>
        <NextStep payout={payout} />
        <History events={payout.timeline} />
      </Stack>
      <Facts payout={payout} />
    </div>
  </Stack>
);

const PageSkeleton = () => (
  <Skeleton label="Loading the payout">
    <Stack gap={24}>
      <SkeletonText lines={2} />
      <SkeletonBlock height={140} width="100%" />
      <SkeletonBlock height={220} width="100%" />
    </Stack>
  </Skeleton>
);

/** `/creator/payouts/[id]`: a payout with its timeline and next step. */
export function PayoutView() {
  const id = useRouteParam('id');
  const request = useRead(getPayout, id === '' ? null : { params: { id } });
  return (
    <>
      <PageHead title="Payout" unlisted />
      <LoadedView
        request={request}
        skeleton={<PageSkeleton />}
        notFound={
          <NotFound
            title="Payout not found"
            text="It may belong to another account."
            action={<ButtonLink href={routes.creatorPayouts}>All payouts</ButtonLink>}
          />
        }
      >
        {(payout) => <Content payout={payout} />}
      </LoadedView>
    </>
  );
}
