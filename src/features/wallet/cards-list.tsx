import { useState } from 'react';
import type { Card as KeptCard } from '#contract/payment';
import { problemMessage } from '#lib/problem';
import { AddCardDialog } from '#parts/add-card-dialog';
import { cardText } from '#parts/card-choice';
import { useListCardsQuery, useRemoveCardMutation } from '#state/api-payment';
import { Button } from '#ui/button';
import { Chip } from '#ui/chip';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { BoneText, Skeleton } from '#ui/skeleton';
import { Row, Stack } from '#ui/stack';
import { ErrorState } from '#ui/states';
import { toast } from '#ui/toast';

function KeptCardRow({ card, onRemove }: { card: KeptCard; onRemove: () => void }) {
  return (
    <Row justify="between">
      <span>
        {cardText(card)} · {String(card.expMonth).padStart(2, '0')} / {card.expYear % 100} {card.isDefault ? <Chip>Used first</Chip> : null}
      </span>
      <Button variant="quietDanger" onClick={onRemove}>Remove the card ending in {card.last4}</Button>
    </Row>
  );
}

/** The cards that are kept. A card's payments stay in the history when it goes. */
export function CardsList() {
  const { data, error, isFetching, refetch } = useListCardsQuery();
  const [remove, removal] = useRemoveCardMutation();
  const [asked, setAsked] = useState<KeptCard | null>(null);
  const [adding, setAdding] = useState(false);
  if (error && !data) return <ErrorState compact level={3} text={problemMessage(error)} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <Skeleton label="Loading cards"><BoneText lines={2} /></Skeleton>;
  const confirm = async () => {
    if (!asked) return;
    const result = await remove(asked._id);
    setAsked(null);
    if (result.error) toast.error(problemMessage(result.error));
    else toast.success(`The card ending in ${asked.last4} is removed.`);
  };
  return (
    <Stack gap={12}>
      {data.data.length === 0 ? <p>No card is kept yet.</p> : data.data.map((card) => <KeptCardRow key={card._id} card={card} onRemove={() => setAsked(card)} />)}
      <div><Button onClick={() => setAdding(true)}>Add a card</Button></div>
      {adding ? <AddCardDialog onClose={() => setAdding(false)} /> : null}
      <ConfirmDialog
        open={asked !== null}
        title={`Remove the card ending in ${asked?.last4 ?? ''}?`}
        text="Subscriptions paid with it don’t renew unless another card is kept."
        confirmLabel="Remove the card"
        busy={removal.isLoading}
        onConfirm={() => void confirm()}
        onClose={() => setAsked(null)}
      />
    </Stack>
  );
}
