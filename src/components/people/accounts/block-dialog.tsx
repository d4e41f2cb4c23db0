import { useRouter } from 'next/router';
import type { PerformerCard } from '#contract/core/schemas.ts';
import { problemMessage } from '#lib/problem.ts';
import { blockPerson } from '#services/across/blocks.ts';
import { useWrite } from '#state/query/hooks.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';

export interface BlockDialogProps {
  readonly person: Pick<PerformerCard, '_id' | 'name'>;
  /** Where to navigate after blocking, if the current page is no longer accessible then. */
  readonly leaveTo?: string;
  readonly onClose: () => void;
}

/** Asks for confirmation, then blocks the person. */
export function BlockDialog({ person, leaveTo, onClose }: BlockDialogProps) {
  const router = useRouter();
  const [block, { isLoading }] = useWrite(blockPerson);
  const confirm = async () => {
    const { error } = await block({ body: { userId: person._id } });
    if (error) {
      toast.error(problemMessage(error));
      return;
    }
    onClose();
    toast.success(`${person.name} is blocked. You can unblock them in your account.`);
    if (leaveTo !== undefined) await router.push(leaveTo);
  };
  return (
    <ConfirmDialog
      open
      title={`Block ${person.name}?`}
      text={
        <Stack gap={12}>
          <p>You won’t see each other’s pages, posts, comments or messages anymore. They aren’t notified.</p>
          <p>You stop following each other, and subscriptions don’t renew. Purchases are kept.</p>
        </Stack>
      }
      confirmLabel={`Block ${person.name}`}
      onConfirm={() => void confirm()}
      onClose={onClose}
      busy={isLoading}
    />
  );
}
