import { Suspense, useState } from 'react';
import type { SpendCap, SpendCaps } from '#contract/money/wallet.ts';
import { formatMoney, plural } from '#lib/format.ts';
import { formatUtcDay, relativeTime } from '#lib/format-time.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { PersonName } from '#components/people/accounts/person.tsx';
import { getSpendCaps, setSpendCap } from '#services/money/wallet.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ConfirmAction } from '#components/base/lists/confirm-action.tsx';
import { Money, useRate } from '#ui/content/money.tsx';
import { Section } from '#ui/layout/page-header.tsx';
import { Progress } from '#ui/feedback/progress.tsx';
import { useNow } from '#ui/content/relative-time.tsx';
import { SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Row } from '#ui/layout/stack.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { useAnnouncement } from '#ui/feedback/use-announcement.ts';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { describeScope } from './cap-scope.ts';
import styles from './history.module.css';

const CapDialog = lazyPart(async () => (await import('./cap-dialog.tsx')).CapDialog);

interface CapProps {
  readonly cap: SpendCap;
  readonly month: SpendCaps['month'];
  readonly onChange: () => void;
  readonly onRemove: () => void;
}

/** A scheduled change: "Changes to $80.00 in 23 h". */
function Next({ next }: { next: NonNullable<SpendCap['next']> }) {
  const { currency } = useRate();
  const when = relativeTime(next.at, useNow());
  return (
    <p className={styles.note} suppressHydrationWarning>
      {next.amount === null ? `Ends ${when}` : `Changes to ${formatMoney(next.amount, currency)} ${when}`}
    </p>
  );
}

function Cap({ cap, month, onChange, onRemove }: CapProps) {
  const { performer, amount, spent, left, next } = cap;
  const percent = amount === 0 ? 100 : Math.min(100, (spent / amount) * 100);
  return (
    <li className={styles.cap}>
      <div className={styles.capHead}>
        <strong>
          {performer ? (
            <>
              For <PersonName person={performer} />
            </>
          ) : (
            'All creators'
          )}
        </strong>
        <Row gap={4}>
          <Button variant="quiet" onClick={onChange}>
            Change<VisuallyHidden> the limit {describeScope(performer)}</VisuallyHidden>
          </Button>
          <Button variant="quietDanger" onClick={onRemove}>
            Remove<VisuallyHidden> the limit {describeScope(performer)}</VisuallyHidden>
          </Button>
        </Row>
      </div>
      <Progress label={`Spent this month ${describeScope(performer)}`} percent={percent} />
      <p className={styles.capText}>
        <Money cents={spent} /> of <Money cents={amount} /> spent, <Money cents={left} /> left until{' '}
        {formatUtcDay(new Date(month.to))}
      </p>
      {next ? <Next next={next} /> : null}
    </li>
  );
}

function RemoveDialog({
  cap,
  raiseHours,
  onClose,
}: {
  cap: SpendCap;
  raiseHours: number;
  onClose: () => void;
}) {
  const [save] = useWrite(setSpendCap);
  return (
    <ConfirmAction
      title={`Remove the limit ${describeScope(cap.performer)}?`}
      confirmLabel="Remove limit"
      cancelLabel="Keep limit"
      action={() =>
        save({ body: { amount: null, ...(cap.performer && { performerId: cap.performer._id }) } })
      }
      doneText={raiseHours > 0 ? `The limit will end in ${plural(raiseHours, 'hour')}.` : 'Limit removed.'}
      onClose={onClose}
    >
      {raiseHours > 0
        ? `It still applies for ${plural(raiseHours, 'hour')} to give you time to reconsider.`
        : 'It stops applying right away.'}
    </ConfirmAction>
  );
}

type OpenDialog = { readonly what: 'new' } | { readonly what: 'change' | 'remove'; readonly cap: SpendCap };

function List({ caps, onAsk }: { caps: SpendCaps; onAsk: (asked: OpenDialog) => void }) {
  if (caps.data.length === 0)
    return (
      <EmptyState
        compact
        level={3}
        title="No spending limits"
        text="Set a monthly limit for all creators or for one creator."
        action={<Button onClick={() => onAsk({ what: 'new' })}>Set limit</Button>}
      />
    );
  return (
    <>
      <ul className={styles.caps} aria-label="Your limits">
        {caps.data.map((cap) => (
          <Cap
            key={cap.performer?._id ?? ''}
            cap={cap}
            month={caps.month}
            onChange={() => onAsk({ what: 'change', cap })}
            onRemove={() => onAsk({ what: 'remove', cap })}
          />
        ))}
      </ul>
      <div>
        <Button onClick={() => onAsk({ what: 'new' })}>Add another limit</Button>
      </div>
    </>
  );
}

/** The limits, and the dialogs to change them. */
function Loaded({ caps }: { caps: SpendCaps }) {
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <List caps={caps} onAsk={setAsked} />
      {asked?.what === 'remove' ? (
        <RemoveDialog cap={asked.cap} raiseHours={caps.raiseHours} onClose={close} />
      ) : null}
      {asked && asked.what !== 'remove' ? (
        <Suspense fallback={null}>
          <CapDialog
            cap={asked.what === 'change' ? asked.cap : undefined}
            raiseHours={caps.raiseHours}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function Content() {
  const request = useRead(getSpendCaps);
  const skeleton = (
    <Skeleton label="Loading limits">
      <SkeletonText lines={3} />
    </Skeleton>
  );
  return (
    <LoadedView request={request} skeleton={skeleton} level={3}>
      {(caps) => <Loaded caps={caps} />}
    </LoadedView>
  );
}

/** Anchor that errors about exceeded limits link to. */
const anchor = 'limits';

/** The user's monthly spending limits and how much of each is used. */
export function SpendCapsSection() {
  useAnnouncement(anchor);
  return (
    <Section
      anchor={anchor}
      title="Spending limits"
      text="Limits apply per calendar month to tokens, card subscriptions and held bids. Renewals count toward a limit but always go through."
    >
      <Content />
    </Section>
  );
}
