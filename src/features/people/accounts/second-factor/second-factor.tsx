import { Suspense, useState } from 'react';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { problemMessage } from '#lib/problem.ts';
import { getSecondFactor, removeSecondFactor } from '#services/people/auth/factors.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { LazyConfirmDialog } from '#ui/overlays/lazy-confirm-dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';

const SetupDialog = lazyPart(async () => (await import('./setup-dialog.tsx')).SetupDialog);
const RenewDialog = lazyPart(async () => (await import('./renew-dialog.tsx')).RenewDialog);

type Opened = 'setup' | 'codes' | 'off' | null;

function TurnOff({ onClose }: { onClose: () => void }) {
  const [remove, { isLoading }] = useWrite(removeSecondFactor);
  const turnOff = async () => {
    const result = await remove({});
    if (result.error) toast.error(problemMessage(result.error));
    else toast.success('Two-factor authentication is off.');
    onClose();
  };
  return (
    <LazyConfirmDialog
      open
      title="Turn off two-factor authentication?"
      text="Your password alone will be enough to log in. Your recovery codes stop working."
      confirmLabel="Turn off"
      busy={isLoading}
      onConfirm={() => void turnOff()}
      onClose={onClose}
    />
  );
}

const few = 3;

function On({ since, left, onOpen }: { since: string; left: number; onOpen: (what: Opened) => void }) {
  return (
    <Stack gap={12}>
      <p>
        Turned on <RelativeTime iso={since} inSentence />.{' '}
        {left === 1 ? '1 recovery code' : `${left} recovery codes`} left.
      </p>
      {left < few ? (
        <Notice tone="warning">
          Create new recovery codes so that you can still log in if you lose your phone.
        </Notice>
      ) : null}
      <Row>
        <Button onClick={() => onOpen('codes')}>New recovery codes</Button>
        <Button variant="quietDanger" onClick={() => onOpen('off')}>
          Turn off
        </Button>
      </Row>
    </Stack>
  );
}

/** Turns two-factor authentication on and off. Its dialogs load when they open. */
export function SecondFactor() {
  const request = useRead(getSecondFactor);
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => {
    setOpened(null);
    void request.refetch();
  };
  const skeleton = (
    <Skeleton>
      <SkeletonText lines={2} />
    </Skeleton>
  );
  return (
    <>
      <LoadedView request={request} skeleton={skeleton} level={3}>
        {({ enabledAt, recoveryCodesLeft }) =>
          enabledAt ? (
            <On since={enabledAt} left={recoveryCodesLeft} onOpen={setOpened} />
          ) : (
            <div>
              <Button onClick={() => setOpened('setup')}>Set up</Button>
            </div>
          )
        }
      </LoadedView>
      <Suspense fallback={null}>
        {opened === 'setup' ? <SetupDialog onClose={close} /> : null}
        {opened === 'codes' ? <RenewDialog onClose={close} /> : null}
        {opened === 'off' ? <TurnOff onClose={close} /> : null}
      </Suspense>
    </>
  );
}
