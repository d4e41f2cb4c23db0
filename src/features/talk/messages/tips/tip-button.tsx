import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign';
import { openTask } from '#components/money/wallet/purchase-tasks.ts';
import type { PerformerCard } from '#contract/core/schemas.ts';
import { IconButton } from '#ui/content/button.tsx';

/** Opens the dialog for a tip that is shown in the conversation. */
export const TipButton = ({
  performer,
  conversationId,
}: {
  performer: PerformerCard;
  conversationId: string;
}) => (
  <IconButton
    label={`Tip ${performer.name}`}
    onClick={() => openTask({ kind: 'tip', performer, conversationId })}
  >
    <CircleDollarSign size={20} />
  </IconButton>
);
