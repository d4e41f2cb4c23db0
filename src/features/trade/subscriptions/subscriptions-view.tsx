import { Suspense, useState } from 'react';
import { isPaid } from '#lib/plans/bundles.ts';
import { everyPeriod, planLabels } from '#lib/plans/words.ts';
import { routes } from '#config/routes.ts';
import type { Subscription } from '#contract/trade/subscriptions.ts';
import { brandText, cardEndsBefore } from '#lib/card-text.ts';
import { PagedTable } from '#components/base/lists/paged-table.tsx';
import { Person } from '#components/people/accounts/person.tsx';
import { listQuestion } from '#services/http/endpoints.ts';
import { type SubscriptionFilter, listSubscriptions } from '#services/trade/subscriptions.ts';
import { useListQuestion } from '#state/query/hooks.ts';
import { TextButton } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { Money } from '#ui/content/money.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import type { Column } from '#ui/layout/table.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { type Action, type Ask, SubscriptionActions } from './subscription-actions.tsx';
import { comingTerms } from '#components/trade/subscriptions/next-step.ts';
import { NextStep } from '#components/trade/subscriptions/next-step-text.tsx';
import { SubscriptionState } from './subscription-state.tsx';
import styles from './subscriptions.module.css';

// Loaded on use, as it brings the gateway's form.
const SubscriptionDialog = lazyPart(
  async () => (await import('./subscription-dialogs.tsx')).SubscriptionDialog,
);

const filters: readonly {
  readonly label: string;
  readonly filter: SubscriptionFilter;
  readonly empty: string;
}[] = [
  { label: 'All', filter: {}, empty: '' },
  { label: 'Active', filter: { state: 'active' }, empty: 'No active subscriptions' },
  { label: 'Canceled', filter: { state: 'cancelled' }, empty: 'No canceled subscriptions' },
  { label: 'Payment failed', filter: { state: 'past_due' }, empty: 'No failed payments' },
  { label: 'Ended', filter: { state: 'expired' }, empty: 'No ended subscriptions' },
  { label: 'Free', filter: { type: 'free' }, empty: 'No free subscriptions' },
];

const subscriptions = (filter: SubscriptionFilter) => listQuestion(listSubscriptions, { query: filter });

/** What the page asks first. */
export const subscriptionQuestions = () => [subscriptions({})];

function Price({ subscription }: { subscription: Subscription }) {
  const { type, price, newPrice, state } = subscription;
  if (!isPaid(type)) return <>{planLabels[type]}</>;
  return (
    <>
      <Money cents={price} />
      {everyPeriod[type]}
      {newPrice !== null && state !== 'expired' ? (
        <p className={styles.aside}>
          Now <Money cents={newPrice} />
          {everyPeriod[comingTerms(subscription).type]} for new subscribers
        </p>
      ) : null}
    </>
  );
}

/** `Visa •• 4242`, or `Link`. */
const CardName = ({ card: { brand, last4 } }: { card: NonNullable<Subscription['card']> }) => (
  <span className={styles.card}>
    {brandText(brand)}
    {last4 === '' ? null : (
      <>
        {' '}
        <span aria-hidden="true">••</span>
        <VisuallyHidden>ending in</VisuallyHidden> {last4}
      </>
    )}
  </span>
);

/**
 * The card that pays for a subscription, a button to change it, and a warning if it expires before the
 * renewal.
 */
function PayingCard({ subscription, onChange }: { subscription: Subscription; onChange: () => void }) {
  const { card, periodEnd, performer } = subscription;
  const ends = card !== null && periodEnd !== null && cardEndsBefore(card, new Date(periodEnd));
  return (
    <p className={card && !ends ? styles.aside : styles.wrong}>
      <span>
        {card ? (
          <>
            {ends ? '' : 'Renews with '}
            <CardName card={card} />
            {ends ? ' expires before then' : ''}
          </>
        ) : (
          'No card on file'
        )}
      </span>{' '}
      <TextButton onClick={onChange}>
        {card ? 'Change' : 'Add card'}
        <VisuallyHidden>: the card for {performer.name}</VisuallyHidden>
      </TextButton>
    </p>
  );
}

function Next({ subscription, ask }: { subscription: Subscription; ask: Ask }) {
  const { renews, price, type, state } = subscription;
  const coming = comingTerms(subscription);
  return (
    <>
      <NextStep subscription={subscription} />
      {renews && (coming.price !== price || coming.type !== type) && isPaid(coming.type) ? (
        <p className={styles.aside}>
          For <Money cents={coming.price} />
          {everyPeriod[coming.type]}
        </p>
      ) : null}
      {renews && (state === 'active' || state === 'past_due') ? (
        <PayingCard subscription={subscription} onChange={() => ask('card', subscription)} />
      ) : null}
    </>
  );
}

const columnsWith = (ask: Ask): readonly Column<Subscription>[] => [
  {
    key: 'who',
    title: 'Creator',
    main: true,
    cell: ({ performer }) => <Person person={performer} size={40} />,
  },
  { key: 'state', title: 'Status', cell: ({ state }) => <SubscriptionState state={state} /> },
  { key: 'price', title: 'Price', cell: (row) => <Price subscription={row} /> },
  { key: 'next', title: 'Next payment', cell: (row) => <Next subscription={row} ask={ask} /> },
  {
    key: 'act',
    title: 'Actions',
    end: true,
    cell: (row) => <SubscriptionActions subscription={row} ask={ask} />,
  },
];

/** `/user/subscriptions`: subscriptions with state, price, next date and actions. */
export function SubscriptionsView() {
  const [picked, setPicked] = useState(0);
  const [asked, setAsked] = useState<{ action: Action; subscription: Subscription } | null>(null);
  const chosen = filters[picked] ?? { filter: {}, empty: '' };
  const query = useListQuestion(subscriptions(chosen.filter));
  const empty =
    picked > 0 ? (
      <EmptyState compact title={chosen.empty} />
    ) : (
      <EmptyState
        title="No subscriptions yet"
        text="Creators you subscribe to appear here."
        action={
          <ButtonLink href={routes.search} variant="primary">
            Find creators
          </ButtonLink>
        }
      />
    );
  return (
    <Stack gap={24}>
      <PageHead title="Subscriptions" unlisted />
      <PageHeader
        title="Subscriptions"
        actions={<ButtonLink href={routes.gifts}>Gifts you bought</ButtonLink>}
      />
      <ChipRow label="Status">
        {filters.map(({ label }, index) => (
          <ChipButton key={label} pressed={index === picked} onClick={() => setPicked(index)}>
            {label}
          </ChipButton>
        ))}
      </ChipRow>
      <PagedTable
        caption="Subscriptions"
        columns={columnsWith((action, subscription) => setAsked({ action, subscription }))}
        query={query}
        empty={empty}
      />
      <Suspense fallback={null}>
        {asked ? <SubscriptionDialog {...asked} onClose={() => setAsked(null)} /> : null}
      </Suspense>
    </Stack>
  );
}
