import { useState } from 'react';
import type { PayoutMethod } from '#contract/trade/payouts.ts';
import { problemMessage } from '#lib/problem.ts';
import { listPayoutMethods, refreshGatewayAccount, startGatewayAccount } from '#services/trade/payouts.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectCurrentUser } from '#state/session/user.ts';
import { Button } from '#ui/content/button.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonBlock, Skeleton } from '#ui/feedback/skeleton.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { LazyClient } from '../../base/lists/lazy-client.tsx';
import { LoadedView } from '../../base/lists/loaded-view.tsx';
import { TimeAhead } from './payout-time.tsx';
import styles from './payout-methods.module.css';

const PayoutBankDialog = lazyPart(async () => (await import('./payout-bank-dialog.tsx')).PayoutBankDialog);
const PayoutChooseDialog = lazyPart(
  async () => (await import('./payout-choose-dialog.tsx')).PayoutChooseDialog,
);

/** Starts the gateway's onboarding and navigates to it. */
function useGateway() {
  const [start, starting] = useWrite(startGatewayAccount);
  const [refresh, refreshing] = useWrite(refreshGatewayAccount);
  const user = useAppSelector(selectCurrentUser);
  const [leaving, setLeaving] = useState(false);
  const say = (error: unknown) => toast.error(problemMessage(error));
  return {
    busy: starting.isLoading || leaving,
    refreshing: refreshing.isLoading,
    async begin() {
      const { data, error } = await start({});
      if (error) return say(error);
      setLeaving(true);
      window.location.assign(data.url);
      return undefined;
    },
    async look() {
      const { data, error } = await refresh({ params: { id: user?._id ?? '' }, body: {} });
      if (error) say(error);
      else
        toast.success(
          data.isReady ? `${data.bank} is ready to pay you.` : `${data.bank} needs more information.`,
        );
    },
  };
}
type Gateway = ReturnType<typeof useGateway>;

const Requirements = ({ method }: { method: PayoutMethod }) => (
  <>
    <span>{method.bank} can’t pay you yet. It still needs:</span>
    <ul className={styles.asked}>
      {(method.requirements.length > 0 ? method.requirements : ['Details requested on its own site']).map(
        (what) => (
          <li key={what}>{what}</li>
        ),
      )}
    </ul>
  </>
);

/** A payout method's details, and what prevents payouts to it. */
const About = ({ method }: { method: PayoutMethod }) => (
  <span className={styles.words}>
    <span className={styles.name}>
      {method.bank} ···· {method.last4} {method.isChosen ? <Chip tone="primary">Default</Chip> : null}
    </span>
    <span className={styles.quiet}>{[method.holder, method.country].filter(Boolean).join(' · ')}</span>
    {method.isReady ? null : <Requirements method={method} />}
    {method.isChosen && method.lockedUntil ? (
      <span className={styles.quiet}>
        Recently changed. Nothing is paid here before <TimeAhead iso={method.lockedUntil} />.
      </span>
    ) : null}
  </span>
);

interface MethodProps {
  readonly method: PayoutMethod;
  readonly gateway: Gateway;
  readonly onChoose: () => void;
  readonly onChange: () => void;
}
const Method = ({ method, gateway, onChoose, onChange }: MethodProps) => (
  <li className={styles.method}>
    <About method={method} />
    <Row>
      {method.type === 'bank' ? (
        <Button onClick={onChange}>
          Change<VisuallyHidden> the bank account</VisuallyHidden>
        </Button>
      ) : null}
      {method.type === 'connect' && !method.isReady ? (
        <>
          <Button busy={gateway.busy} onClick={() => void gateway.begin()}>
            Continue
          </Button>
          <Button variant="quiet" busy={gateway.refreshing} onClick={() => void gateway.look()}>
            Check again
          </Button>
        </>
      ) : null}
      {method.isReady && !method.isChosen ? (
        <Button onClick={onChoose}>
          Use this
          <VisuallyHidden>
            : {method.bank} {method.last4}
          </VisuallyHidden>
        </Button>
      ) : null}
    </Row>
  </li>
);

interface ListProps {
  readonly methods: readonly PayoutMethod[];
  readonly gateway: Gateway;
  readonly onOpen: (open: 'bank' | PayoutMethod) => void;
}
function List({ methods, gateway, onOpen }: ListProps) {
  if (methods.length === 0) return <p className={styles.quiet}>You haven’t added a payout method yet.</p>;
  return (
    <>
      <ul className={styles.list}>
        {methods.map((method) => (
          <Method
            key={method._id}
            method={method}
            gateway={gateway}
            onChoose={() => onOpen(method)}
            onChange={() => onOpen('bank')}
          />
        ))}
      </ul>
      {methods.some(({ isChosen }) => isChosen) ? null : (
        <Notice tone="warning">Choose a payout method.</Notice>
      )}
    </>
  );
}

const skeleton = (
  <Skeleton label="Loading payout methods">
    <Stack gap={12}>
      <SkeletonBlock height={56} width="100%" />
      <SkeletonBlock height={40} width={220} />
    </Stack>
  </Skeleton>
);

function Loaded({ methods }: { methods: readonly PayoutMethod[] }) {
  const gateway = useGateway();
  const [open, setOpen] = useState<'bank' | PayoutMethod | null>(null);
  const ofType = (type: PayoutMethod['type']) => methods.find((method) => method.type === type) ?? null;
  const bank = ofType('bank');
  const close = () => setOpen(null);
  const dialog =
    open === 'bank' ? (
      <PayoutBankDialog present={bank} onClose={close} />
    ) : (
      open && <PayoutChooseDialog method={open} onClose={close} />
    );
  return (
    <Stack gap={12}>
      <List methods={methods} gateway={gateway} onOpen={setOpen} />
      <Row>
        {bank ? null : <Button onClick={() => setOpen('bank')}>Add a bank account</Button>}
        {ofType('connect') ? null : (
          <Button busy={gateway.busy} onClick={() => void gateway.begin()}>
            Get paid through the payment provider
          </Button>
        )}
      </Row>
      {dialog ? <LazyClient skeleton={null}>{dialog}</LazyClient> : null}
    </Stack>
  );
}

/** The creator's payout methods: the default, pending locks, and ways to add another. */
export function PayoutMethods() {
  const request = useRead(listPayoutMethods);
  return (
    <LoadedView request={request} skeleton={skeleton} level={3}>
      {({ data: methods }) => <Loaded methods={methods} />}
    </LoadedView>
  );
}
