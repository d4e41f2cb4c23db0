import { limits } from '#config/limits.ts';
import { formatDay } from '#lib/format-time.ts';
import { cancelSubscription } from '#services/trade/subscriptions.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { TextArea } from '#ui/forms/text-input.tsx';
import { toast } from '#ui/overlays/toast.ts';
import type { SubscriptionDialogProps } from './switch-dialog.tsx';

const usual = [
  'Too expensive',
  'Not enough new posts',
  'Not what I expected',
  'Just taking a break',
  'Something else',
] as const;
/** Leaves room for the selected reason, which precedes the user's own text. */
const ownMax = limits.text.reason - 40;

/** The reason to send, from the selection and the typed text; may be empty. */
const joinReason = (picked: string, own: string): string => [picked, own.trim()].filter(Boolean).join(': ');

interface ReasonChipsProps {
  /** Empty for none. */
  readonly picked: string;
  readonly onPick: (reason: string) => void;
}

/** Common reasons; pressing the selected one deselects it. */
const ReasonChips = ({ picked, onPick }: ReasonChipsProps) => (
  <Stack gap={8}>
    <p>Why are you canceling? (optional)</p>
    <ChipRow label="Reason">
      {usual.map((reason) => (
        <ChipButton
          key={reason}
          pressed={picked === reason}
          onClick={() => onPick(picked === reason ? '' : reason)}
        >
          {reason}
        </ChipButton>
      ))}
    </ChipRow>
  </Stack>
);

/** Cancels a subscription at the end of its period and asks for an optional reason. */
export function CancelDialog({ subscription, onClose }: SubscriptionDialogProps) {
  const [cancel] = useWrite(cancelSubscription);
  const { performer, state, periodEnd, provider, _id } = subscription;
  const until = periodEnd ? formatDay(periodEnd) : '';
  const isOverdue = state === 'past_due';
  const form = useForm({
    initial: { picked: '', own: '' },
    submit: async ({ picked, own }) => {
      const reason = joinReason(picked, own);
      const ended = await cancel({
        params: { provider, id: _id },
        body: reason === '' ? {} : { reason },
      }).unwrap();
      toast.success(
        ended.state === 'expired'
          ? `Your subscription to ${performer.name} has ended.`
          : `Subscription canceled. You have access until ${until}.`,
      );
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Cancel subscription to ${performer.name}?`}
      dismissible={!form.busy}
    >
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <FormErrors errors={form.errors} />
          <p>
            {isOverdue
              ? 'The last payment failed, so it ends now. We won’t charge your card again.'
              : `It won’t renew. You have access until ${until} and can resume it until then.`}
          </p>
          <ReasonChips picked={form.values.picked} onPick={(picked) => form.change({ picked })} />
          <TextArea
            label="Tell us more"
            optional
            hint={`${performer.name} will see this.`}
            maxLength={ownMax}
            counted
            {...form.text('own')}
          />
          <Row justify="end">
            <Button onClick={onClose} disabled={form.busy}>
              Keep subscription
            </Button>
            <Button type="submit" variant="danger" busy={form.busy}>
              Cancel subscription
            </Button>
          </Row>
        </Stack>
      </Form>
    </Dialog>
  );
}
