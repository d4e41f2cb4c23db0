import { useState } from 'react';
import type { Address } from '#contract/people/addresses.ts';
import { problemMessage } from '#lib/problem.ts';
import { deleteAddress, everyAddress, listAddresses, updateAddress } from '#services/people/addresses.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { ConfirmAction } from '#components/base/lists/confirm-action.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { AddressForm } from './address-form.tsx';
import { AddressLines, addressText } from './address-lines.tsx';
import styles from './addresses.module.css';

type Task = { readonly kind: 'add' } | { readonly kind: 'edit' | 'remove'; readonly address: Address };

interface EntryProps {
  readonly address: Address;
  readonly onTask: (task: Task) => void;
  readonly onDefault: () => void;
}

function Entry({ address, onTask, onDefault }: EntryProps) {
  const which = <VisuallyHidden>{` ${addressText(address)}`}</VisuallyHidden>;
  return (
    <li className={styles.entry}>
      {address.isDefault ? <Chip tone="primary">Default</Chip> : null}
      <AddressLines address={address} />
      <div className={styles.actions}>
        <Button variant="quiet" onClick={() => onTask({ kind: 'edit', address })}>
          Edit{which}
        </Button>
        {address.isDefault ? null : (
          <Button variant="quiet" onClick={onDefault}>
            Make default{which}
          </Button>
        )}
        <Button variant="quietDanger" onClick={() => onTask({ kind: 'remove', address })}>
          Remove{which}
        </Button>
      </div>
    </li>
  );
}

function Tasks({ task, onClose }: { task: Task; onClose: () => void }) {
  const [remove] = useWrite(deleteAddress);
  if (task.kind === 'remove')
    return (
      <ConfirmAction
        title="Remove this address?"
        confirmLabel="Remove address"
        action={() => remove({ params: { id: task.address._id } })}
        onClose={onClose}
      >
        {addressText(task.address)}. Existing orders aren’t affected.
      </ConfirmAction>
    );
  return (
    <Dialog open title={task.kind === 'add' ? 'New address' : 'Edit address'} onClose={onClose}>
      <AddressForm {...(task.kind === 'edit' && { address: task.address })} onSaved={onClose} />
    </Dialog>
  );
}

/** The saved delivery addresses: add, edit, remove and make default. */
export function AddressBook() {
  const { data, error, isFetching, refetch } = useRead(listAddresses, everyAddress);
  const [update] = useWrite(updateAddress);
  const [task, setTask] = useState<Task | null>(null);
  if (!data)
    return error && !isFetching ? (
      <ErrorState compact level={3} text={problemMessage(error)} onRetry={() => void refetch()} />
    ) : (
      <Skeleton label="Loading your addresses">
        <SkeletonBlock height={120} width="100%" />
      </Skeleton>
    );
  const makeDefault = async (id: string) => {
    const result = await update({ params: { id }, body: { isDefault: true } });
    if (result.error) toast.error(problemMessage(result.error));
  };
  const add = <Button onClick={() => setTask({ kind: 'add' })}>Add address</Button>;
  return (
    <Stack gap={12}>
      {data.data.length === 0 ? (
        <EmptyState
          compact
          level={3}
          title="No addresses yet"
          text="Add one to buy physical items."
          action={add}
        />
      ) : (
        <>
          <ul className={styles.list}>
            {data.data.map((address) => (
              <Entry
                key={address._id}
                address={address}
                onTask={setTask}
                onDefault={() => void makeDefault(address._id)}
              />
            ))}
          </ul>
          <div>{add}</div>
        </>
      )}
      {task ? <Tasks task={task} onClose={() => setTask(null)} /> : null}
    </Stack>
  );
}
