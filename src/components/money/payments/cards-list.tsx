import { Suspense, useState } from 'react';
import type { SavedCard } from '#contract/money/payments.ts';
import { cardNoun, cardText } from '#lib/card-text.ts';
import { problemMessage } from '#lib/problem.ts';
import { listCards, makeDefaultCard, removeCard } from '#services/money/payments.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { ConfirmAction } from '#components/base/lists/confirm-action.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { cardExpiry } from './card-expiry.ts';
import { LoadedView } from '../../base/lists/loaded-view.tsx';
import { useRestoredFocus } from '../../base/lists/use-restored-focus.ts';
import styles from './cards.module.css';

// Loaded on first use, together with the gateway's form.
const AddCardDialog = lazyPart(async () => (await import('./add-card-dialog.tsx')).AddCardDialog);

const names = new Intl.ListFormat('en-US', { type: 'conjunction' });
const renewalNames = ({ renews }: SavedCard) => names.format(renews.map(({ name }) => name));

const expiryTones = { good: 'neutral', soon: 'warning', over: 'danger' } as const;

interface RowProps {
  readonly card: SavedCard;
  readonly now: Date;
  readonly busy: boolean;
  readonly onUseFirst: () => void;
  readonly onRemove: () => void;
}

function SavedCardRow({ card, now, busy, onUseFirst, onRemove }: RowProps) {
  const expiry = cardExpiry(card, now);
  return (
    <li className={styles.card}>
      <div className={styles.words}>
        <Row>
          <strong>{cardText(card)}</strong>
          {card.isDefault ? <Chip tone="primary">Default</Chip> : null}
          {expiry === null || expiry.standing === 'good' ? null : (
            <Chip tone={expiryTones[expiry.standing]}>
              {expiry.standing === 'soon' ? 'Expires soon' : 'Expired'}
            </Chip>
          )}
        </Row>
        {expiry ? (
          <span className={styles.note}>
            {expiry.standing === 'over' ? 'Expired' : 'Valid until'} {expiry.date}
          </span>
        ) : null}
        {card.renews.length > 0 ? (
          <span className={styles.note}>
            Used for your subscription{card.renews.length === 1 ? '' : 's'} to {renewalNames(card)}
          </span>
        ) : null}
      </div>
      <Row>
        {card.isDefault ? null : (
          <Button variant="quiet" busy={busy} onClick={onUseFirst}>
            Make default<VisuallyHidden> the {cardNoun(card)}</VisuallyHidden>
          </Button>
        )}
        <Button variant="quietDanger" onClick={onRemove}>
          Remove<VisuallyHidden> the {cardNoun(card)}</VisuallyHidden>
        </Button>
      </Row>
    </li>
  );
}

/** What removing the card means for the subscriptions charged to it. */
function removalText(card: SavedCard, others: readonly SavedCard[]): string {
  if (card.renews.length === 0) return 'No subscriptions use this card. Past payments stay in your history.';
  const whose = `Your ${card.renews.length === 1 ? 'subscription' : 'subscriptions'} to ${renewalNames(card)}`;
  const are = card.renews.length === 1 ? 'is' : 'are';
  // Same rule as on the server: the default card, else the oldest.
  const next =
    others.find(({ isDefault }) => isDefault) ??
    others.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))[0];
  return next
    ? `${whose} will be charged to ${cardText(next)} instead.`
    : `${whose} ${are} charged to it, and you have no other card. Without one, ${card.renews.length === 1 ? 'it doesn’t' : 'they don’t'} renew.`;
}

function RemoveDialog({
  card,
  others,
  onClose,
}: {
  card: SavedCard;
  others: readonly SavedCard[];
  onClose: () => void;
}) {
  const [remove] = useWrite(removeCard);
  return (
    <ConfirmAction
      title={`Remove ${cardNoun(card)}?`}
      confirmLabel="Remove card"
      cancelLabel="Keep card"
      action={() => remove({ params: { id: card._id } })}
      doneText={`The ${cardNoun(card)} is removed.`}
      onClose={onClose}
    >
      {removalText(card, others)}
    </ConfirmAction>
  );
}

function Cards({ cards, onAdd }: { cards: readonly SavedCard[]; onAdd: () => void }) {
  const [makeDefault, choosing] = useWrite(makeDefaultCard);
  const [asked, setAsked] = useState<SavedCard | null>(null);
  const [now] = useState(() => new Date());
  const focus = useRestoredFocus<HTMLUListElement>(cards);
  const putFirst = async (card: SavedCard) => {
    const result = await makeDefault({ params: { id: card._id } });
    if (result.error) toast.error(problemMessage(result.error));
    else toast.success(`The ${cardNoun(card)} is now your default.`);
  };
  return (
    <>
      <ul {...focus} aria-label="Your cards" className={styles.list}>
        {cards.map((card) => (
          <SavedCardRow
            key={card._id}
            card={card}
            now={now}
            busy={choosing.isLoading && choosing.originalArgs?.params.id === card._id}
            onUseFirst={() => void putFirst(card)}
            onRemove={() => setAsked(card)}
          />
        ))}
      </ul>
      <div>
        <Button onClick={onAdd}>Add card</Button>
      </div>
      {asked ? (
        <RemoveDialog
          card={asked}
          others={cards.filter((card) => card._id !== asked._id)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}

/**
 * The saved cards, with the default one, expiry dates and the subscriptions charged to each. Past payments
 * remain in the history after a card is removed.
 */
export function CardsList() {
  const request = useRead(listCards);
  const [adding, setAdding] = useState(false);
  const add = () => setAdding(true);
  const skeleton = (
    <Skeleton label="Loading cards">
      <SkeletonText lines={2} />
    </Skeleton>
  );
  return (
    <LoadedView request={request} skeleton={skeleton} level={3}>
      {({ data: cards }) => (
        <Stack gap={12}>
          {cards.length === 0 ? (
            <EmptyState
              compact
              level={3}
              title="No saved cards"
              text="Save a card to pay faster next time."
              action={<Button onClick={add}>Add card</Button>}
            />
          ) : (
            <Cards cards={cards} onAdd={add} />
          )}
          <Suspense fallback={null}>
            {adding ? <AddCardDialog onClose={() => setAdding(false)} /> : null}
          </Suspense>
        </Stack>
      )}
    </LoadedView>
  );
}
