import { useEffect, useEffectEvent } from 'react';
import { limits } from '#config/limits.ts';
import type { Order, OrderMove, OrderProblemReason } from '#contract/trade/orders.ts';
import type { UploadsState } from '#components/base/files/use-uploads.ts';
import { problemLabels } from '#components/trade/shop/order-texts.ts';
import { updateOrder } from '#services/trade/orders.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Select, TextArea, TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { ProblemPhotoField, photosError, useProblemPhotos } from './problem-photo-field.tsx';

interface ProblemDialogProps {
  readonly order: Order;
  readonly onClose: () => void;
}

interface Writing {
  readonly title: string;
  /** What happens then. */
  readonly intro: string;
  readonly label: string;
  readonly hint: string;
  /** Said where the text is missing. */
  readonly missing: string;
  readonly confirmLabel: string;
  readonly done: string;
  readonly move: (text: string) => OrderMove;
}

/** Asks for a text that the other side reads. */
function WritingDialog({ order, onClose, writing }: ProblemDialogProps & { writing: Writing }) {
  const [update] = useWrite(updateOrder);
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => (text.trim() ? {} : { text: writing.missing }),
    submit: async ({ text }) => {
      await update({ params: { id: order._id }, body: writing.move(text.trim()) }).unwrap();
      toast.success(writing.done);
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={writing.title}>
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <p>{writing.intro}</p>
          <FormErrors errors={form.errors} />
          <TextArea
            label={writing.label}
            hint={writing.hint}
            maxLength={limits.text.reason}
            counted
            required
            {...form.text('text')}
          />
          <Button type="submit" variant="primary" block busy={form.busy}>
            {writing.confirmLabel}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}

const bothRead = ({ performer }: Order) =>
  `${performer.name} will see this, and the site if it has to decide.`;
const reportIntro = ({ performer }: Order) =>
  `${performer.name} can then answer, send it again or refund it, by the date shown on the order. After that, the site decides.`;

/** Reports that a shipped order hasn't arrived. */
export const NotArrivedDialog = ({ order, onClose }: ProblemDialogProps) => (
  <WritingDialog
    order={order}
    onClose={onClose}
    writing={{
      title: `“${order.title}” hasn’t arrived?`,
      intro: reportIntro(order),
      label: 'What should the creator know?',
      hint: bothRead(order),
      missing: 'Describe the problem.',
      confirmLabel: 'Report problem',
      done: 'Problem reported',
      move: (text) => ({ action: 'report', problem: 'not-arrived', text }),
    }}
  />
);

const wrongOptions = (['damaged', 'wrong-item', 'incomplete', 'other'] as const).map((value) => ({
  value,
  label: problemLabels[value],
}));

function useWrongForm({ order, onClose }: ProblemDialogProps, uploads: UploadsState) {
  const [update] = useWrite(updateOrder);
  return useForm({
    initial: { problem: '', text: '', photos: '' },
    check: ({ problem, text }) => {
      const photos = photosError(uploads);
      return {
        ...(problem ? {} : { problem: 'Choose what is wrong.' }),
        ...(text.trim() ? {} : { text: 'Describe the problem.' }),
        ...(photos === null ? {} : { photos }),
      };
    },
    submit: async ({ problem, text }) => {
      const body = {
        action: 'report',
        problem: problem as OrderProblemReason,
        text: text.trim(),
        photos: uploads.fileIds,
      } as const;
      await update({ params: { id: order._id }, body }).unwrap();
      toast.success('Problem reported');
      onClose();
    },
  });
}

/** Reports what is wrong with an order that arrived. */
export function WrongDialog({ order, onClose }: ProblemDialogProps) {
  const uploads = useProblemPhotos();
  const form = useWrongForm({ order, onClose }, uploads);
  const photos = form.text('photos');
  const blocked = photosError(uploads);
  const clearError = useEffectEvent(() => form.set('photos', ''));
  // An error about the photos is over once they changed.
  useEffect(() => clearError(), [blocked, uploads.items.length]);
  return (
    <Dialog open onClose={onClose} title={`What’s wrong with “${order.title}”?`}>
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <p>{reportIntro(order)}</p>
          <FormErrors errors={form.errors} />
          <Select
            label="Problem"
            placeholder="Choose one"
            options={wrongOptions}
            required
            {...form.text('problem')}
          />
          <TextArea
            label="Description"
            hint={bothRead(order)}
            maxLength={limits.text.reason}
            counted
            required
            {...form.text('text')}
          />
          <ProblemPhotoField uploads={uploads} id={photos.id} error={photos.error} disabled={form.busy} />
          <Button type="submit" variant="primary" block busy={form.busy}>
            Report problem
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}

/** Answers a problem in words. */
export const AnswerDialog = ({ order, onClose }: ProblemDialogProps) => (
  <WritingDialog
    order={order}
    onClose={onClose}
    writing={{
      title: `Answer ${order.buyer.name}`,
      intro: `${order.buyer.name} can then close the problem or ask the site to decide.`,
      label: 'Answer',
      hint: 'The buyer will see this, and the site if it has to decide.',
      missing: 'Enter an answer.',
      confirmLabel: 'Send answer',
      done: 'Answer sent',
      move: (text) => ({ action: 'answer', text }),
    }}
  />
);

/** Passes a problem to the site. */
export const EscalateDialog = ({ order, onClose }: ProblemDialogProps) => (
  <WritingDialog
    order={order}
    onClose={onClose}
    writing={{
      title: 'Ask the site to decide?',
      intro: 'The site reads what you both wrote and decides about a refund. Its decision is final.',
      label: 'Why don’t you agree?',
      hint: bothRead(order),
      missing: 'Say why you don’t agree.',
      confirmLabel: 'Ask the site to decide',
      done: 'Passed to the site',
      move: (text) => ({ action: 'escalate', text }),
    }}
  />
);

/** Sends an order again, with a new tracking number. */
export function ResendDialog({ order, onClose }: ProblemDialogProps) {
  const [update] = useWrite(updateOrder);
  const form = useForm({
    initial: { carrier: order.carrier ?? '', tracking: '', text: '' },
    check: ({ carrier, tracking }) => ({
      ...(carrier.trim() ? {} : { carrier: 'Enter a carrier.' }),
      ...(tracking.trim() ? {} : { tracking: 'Enter a tracking number.' }),
    }),
    submit: async ({ carrier, tracking, text }) => {
      const parcel = { carrier: carrier.trim(), tracking: tracking.trim() };
      await update({
        params: { id: order._id },
        body: { action: 'resend', ...parcel, text: text.trim() },
      }).unwrap();
      toast.success('Marked as shipped again');
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={`Send order ${order.number} again`}>
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <FormErrors errors={form.errors} />
          <TextInput label="Carrier" maxLength={60} required {...form.text('carrier')} />
          <TextInput
            label="New tracking number"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={100}
            required
            {...form.text('tracking')}
          />
          <TextArea
            label="Message (optional)"
            hint="The buyer will see this."
            maxLength={limits.text.reason}
            compact
            counted
            {...form.text('text')}
          />
          <Button type="submit" variant="primary" block busy={form.busy}>
            Mark as shipped again
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
