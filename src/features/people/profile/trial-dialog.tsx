import { useState } from 'react';
import type { Performer } from '#contract/people/creators.ts';
import type { Trial } from '#contract/trade/promotions.ts';
import { formatNumber, plural } from '#lib/format.ts';
import { formatDay } from '#lib/format-time.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { loginFirst } from '#components/people/auth/login-first.ts';
import { getTrial, takeTrial } from '#services/trade/promotions.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { Avatar } from '#ui/content/avatar.tsx';
import { RefusalNotice } from '#components/base/lists/refusal-notice.tsx';
import { Button } from '#ui/content/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';

const refusals = {
  own: 'This is your own trial link. Share it with people you’d like to invite.',
  subscribed: 'You’re already subscribed.',
  had: 'You’ve already used your free trial. Subscribe to keep reading.',
} as const;

/** Why the trial can't be started; null if it can. */
const explainRefusal = ({ state, refusal }: Trial): string | null =>
  refusal
    ? refusals[refusal]
    : state === 'running'
      ? null
      : 'This link is no longer valid. Ask for a new one or subscribe.';

function formatBounds({ left, endsAt }: Trial): string | null {
  const bounds = [
    left === null ? null : `${formatNumber(left)} left`,
    endsAt === null ? null : `until ${formatDay(endsAt)}`,
  ]
    .filter(Boolean)
    .join(', ');
  return bounds ? `${bounds.charAt(0).toUpperCase()}${bounds.slice(1)}.` : null;
}

/**
 * The trial's terms and a button to start it. Visitors are sent to log in or register first and then return.
 */
function Offered({ trial, name, onClose }: { trial: Trial; name: string; onClose: () => void }) {
  const [take, { isLoading, error }] = useWrite(takeTrial);
  const start = async () => {
    if (!loginFirst({ why: `start your free trial of ${name}` })) return;
    const { data } = await take({ params: { code: trial.code } });
    if (!data) return;
    toast.success(`You have access until ${formatDay(data.periodEnd ?? '')}.`);
    onClose();
  };
  const refusal = explainRefusal(trial);
  if (refusal) return <Notice>{refusal}</Notice>;
  return (
    <Stack>
      <Row wrap={false}>
        <Avatar src={trial.performer.avatar} size={48} />
        <p>
          Get everything in {name}’s subscription for {plural(trial.days, 'day')}. The trial ends
          automatically. No card needed, nothing to cancel. {formatBounds(trial)}
        </p>
      </Row>
      {trial.message ? <p>“{trial.message}”</p> : null}
      {error ? <RefusalNotice problem={error} /> : null}
      <Button variant="primary" large block busy={isLoading} onClick={() => void start()}>
        Start free trial
      </Button>
    </Stack>
  );
}

const Nowhere = () => <Notice>This link doesn’t work. Make sure you copied all of it.</Notice>;

const skeleton = (
  <Skeleton label="Loading free trial">
    <SkeletonText lines={3} />
  </Skeleton>
);

/** The dialog that a trial link opens on the creator's page. An invalid link shows a message. */
export function TrialDialog({ code, performer }: { code: string; performer: Performer }) {
  const [open, setOpen] = useState(true);
  const request = useRead(getTrial, { params: { code } });
  const close = () => setOpen(false);
  return (
    <Dialog open={open} onClose={close} title={`Free trial of ${performer.name}`}>
      <LoadedView request={request} skeleton={skeleton} notFound={<Nowhere />} level={3}>
        {(trial) =>
          trial.performer._id === performer._id ? (
            <Offered trial={trial} name={performer.name} onClose={close} />
          ) : (
            <Nowhere />
          )
        }
      </LoadedView>
    </Dialog>
  );
}
