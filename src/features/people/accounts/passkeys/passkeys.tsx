import { Suspense, useState } from 'react';
import type { Passkey } from '#contract/people/auth/passkeys.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { problemMessage } from '#lib/problem.ts';
import { hasPasskeys } from '#components/people/auth/passkeys.ts';
import { listPasskeys, removePasskey } from '#services/people/auth/passkeys.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { LazyConfirmDialog } from '#ui/overlays/lazy-confirm-dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from '../account.module.css';

const NameDialog = lazyPart(async () => (await import('./name-dialog.tsx')).NameDialog);

function Remove({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [remove, { isLoading }] = useWrite(removePasskey);
  const confirm = async () => {
    const { error } = await remove({ params: { id: passkey._id } });
    if (error) toast.error(problemMessage(error));
    else toast.success('Passkey removed.');
    onClose();
  };
  return (
    <LazyConfirmDialog
      open
      title={`Remove “${passkey.name}”?`}
      text="It won’t log in to your account anymore. Your device or password manager may keep offering it until you delete it there, too."
      confirmLabel="Remove passkey"
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}
function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt, isBackedUp } = passkey;
  return (
    <Row justify="between">
      <div className={styles.who}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <p className={styles.quiet}>
          {isBackedUp ? 'In a password manager' : 'On one device'} · added{' '}
          <RelativeTime iso={createdAt} inSentence /> ·{' '}
          {lastUsedAt ? (
            <>
              last used <RelativeTime iso={lastUsedAt} inSentence />
            </>
          ) : (
            'not used yet'
          )}
        </p>
      </div>
      <Row>
        <Button aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
        <Button variant="quietDanger" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </Row>
    </Row>
  );
}

const skeleton = (
  <Skeleton>
    <SkeletonText lines={2} />
  </Skeleton>
);
type Opened = { readonly what: 'name' | 'remove'; readonly passkey: Passkey | null } | null;

/** The account's passkeys: add, rename, remove. The dialogs load when they open. */
export function Passkeys() {
  const request = useRead(listPasskeys);
  const [opened, setOpened] = useState<Opened>(null);
  const isPossible = useHydrated() && hasPasskeys();
  const close = () => setOpened(null);
  return (
    <>
      <LoadedView request={request} skeleton={skeleton} level={3}>
        {({ data }) => (
          <Stack>
            {data.map((passkey) => (
              <PasskeyRow
                key={passkey._id}
                passkey={passkey}
                onRename={() => setOpened({ what: 'name', passkey })}
                onRemove={() => setOpened({ what: 'remove', passkey })}
              />
            ))}
            {isPossible ? (
              <div>
                <Button onClick={() => setOpened({ what: 'name', passkey: null })}>Add a passkey</Button>
              </div>
            ) : (
              <p className={styles.quiet}>This browser doesn’t support passkeys.</p>
            )}
          </Stack>
        )}
      </LoadedView>
      <Suspense fallback={null}>
        {opened?.what === 'name' ? <NameDialog passkey={opened.passkey} onClose={close} /> : null}
        {opened?.what === 'remove' && opened.passkey ? (
          <Remove passkey={opened.passkey} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}
