import { useState } from 'react';
import { limits } from '#config/limits.ts';
import type { CaseDecision } from '#contract/across/operator/moderation.ts';
import { problemMessage } from '#lib/problem.ts';
import { answerAppeal, confirmBan, liftDecision, withdrawBan } from '#services/across/operator/moderation.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Chip } from '#ui/content/chip.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Sum, SummaryList } from '#ui/content/summary-list.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextArea } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Card } from '#ui/layout/card.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { decisionStateLabels, doneLabels, kindLabels } from './case-labels.ts';

/** What is done about a decision, with a text: its reason, or the answer to the appeal. */
type Step = 'lift' | 'withdraw' | 'upheld' | 'reversed';
const steps: Record<Step, { title: string; text: string; label: string; confirm: string; done: string }> = {
  lift: {
    title: 'Lift this decision?',
    text: 'Content that was taken down is restored, and any suspension or payout hold ends. The person is notified.',
    label: 'Reason',
    confirm: 'Lift decision',
    done: 'Decision lifted.',
  },
  withdraw: {
    title: 'Reject this ban?',
    text: 'Nothing changes for the person, and the case stays open.',
    label: 'Reason',
    confirm: 'Reject ban',
    done: 'Ban rejected.',
  },
  upheld: {
    title: 'Reject the appeal?',
    text: 'The decision stands. The person receives your answer.',
    label: 'Answer',
    confirm: 'Reject appeal',
    done: 'Appeal rejected.',
  },
  reversed: {
    title: 'Reverse the decision?',
    text: 'Content that was taken down is restored, and any suspension or payout hold ends. The person receives your answer.',
    label: 'Answer',
    confirm: 'Reverse decision',
    done: 'Decision reversed.',
  },
};

function useStep(id: string, step: Step) {
  const [lift] = useWrite(liftDecision);
  const [withdraw] = useWrite(withdrawBan);
  const [answer] = useWrite(answerAppeal);
  const params = { id };
  return (text: string) => {
    if (step === 'lift') return lift({ params, body: { reason: text } }).unwrap();
    if (step === 'withdraw') return withdraw({ params, body: { reason: text } }).unwrap();
    return answer({ params, body: { outcome: step, answer: text } }).unwrap();
  };
}

function StepDialog({ id, step, onClose }: { id: string; step: Step; onClose: () => void }) {
  const { title, text, label, confirm, done } = steps[step];
  const act = useStep(id, step);
  const form = useForm({
    initial: { text: '' },
    check: (values) =>
      values.text.trim() === '' ? { text: `Enter ${label === 'Answer' ? 'an answer' : 'a reason'}.` } : {},
    submit: async (values) => {
      await act(values.text.trim());
      toast.success(done);
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={title} dismissible={!form.busy}>
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <p>{text}</p>
          <FormErrors errors={form.errors} />
          <TextArea label={label} counted maxLength={limits.text.reason} {...form.text('text')} />
          <Button type="submit" variant="primary" block busy={form.busy}>
            {confirm}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}

function Confirm({ id }: { id: string }) {
  const [confirm, { isLoading }] = useWrite(confirmBan);
  const press = async () => {
    const { error } = await confirm({ params: { id } });
    if (error) toast.error(problemMessage(error));
    else toast.success('Account banned.');
  };
  return (
    <Button variant="danger" busy={isLoading} onClick={() => void press()}>
      Confirm ban
    </Button>
  );
}

/** A dismissal restricts nobody, and a refund can't be taken back. */
const canLift = ({ state, action, appeal }: CaseDecision): boolean =>
  state === 'in-force' && action !== 'dismiss' && action !== 'refund' && appeal?.state !== 'pending';

function Actions({ decision, onAsk }: { decision: CaseDecision; onAsk: (step: Step) => void }) {
  const { _id: id, state, isOwn, appeal } = decision;
  if (state === 'proposed')
    return (
      <Row>
        {isOwn ? null : <Confirm id={id} />}
        <Button onClick={() => onAsk('withdraw')}>{isOwn ? 'Withdraw' : 'Reject ban'}</Button>
      </Row>
    );
  if (appeal?.state === 'pending' && !isOwn)
    return (
      <Row>
        <Button variant="primary" onClick={() => onAsk('reversed')}>
          Reverse decision
        </Button>
        <Button onClick={() => onAsk('upheld')}>Reject appeal</Button>
      </Row>
    );
  return canLift(decision) ? (
    <div>
      <Button onClick={() => onAsk('lift')}>Lift decision</Button>
    </div>
  ) : null;
}

const Appeal = ({ decision: { appeal, isOwn } }: { decision: CaseDecision }) =>
  appeal ? (
    <Notice
      tone={appeal.state === 'pending' ? 'warning' : 'info'}
      title={{ pending: 'Appealed', upheld: 'Appeal rejected', reversed: 'Appeal successful' }[appeal.state]}
    >
      <p>{appeal.text}</p>
      {appeal.answer ? <p>Answer: {appeal.answer}</p> : null}
      {appeal.state === 'pending' && isOwn ? <p>Another operator has to decide it.</p> : null}
    </Notice>
  ) : null;

function Details({ decision, isPast }: { decision: CaseDecision; isPast: boolean }) {
  const { confirmedBy, decidedBy, facts, rule, until } = decision;
  return (
    <SummaryList>
      {isPast ? <Sum label={kindLabels[decision.targetType]}>{decision.about || '–'}</Sum> : null}
      {facts ? <Sum label="Facts">{facts}</Sum> : null}
      {rule ? <Sum label="Law or rule">{rule}</Sum> : null}
      <Sum label="By">{confirmedBy ? `${decidedBy}, confirmed by ${confirmedBy}` : decidedBy}</Sum>
      <Sum label="When">
        <RelativeTime iso={decision.createdAt} />
      </Sum>
      {until ? (
        <Sum label="Until">
          <RelativeTime iso={until} />
        </Sum>
      ) : null}
    </SummaryList>
  );
}

/** One decision with what can still be done about it. */
export function DecisionCard({ decision, isPast = false }: { decision: CaseDecision; isPast?: boolean }) {
  const [step, setStep] = useState<Step | null>(null);
  return (
    <Card>
      <Stack gap={12}>
        <Row>
          <strong>{doneLabels[decision.action]}</strong>
          <Chip tone={decision.state === 'in-force' ? 'primary' : 'neutral'}>
            {decisionStateLabels[decision.state]}
          </Chip>
        </Row>
        <Details decision={decision} isPast={isPast} />
        <Appeal decision={decision} />
        {isPast ? null : <Actions decision={decision} onAsk={setStep} />}
      </Stack>
      {step ? <StepDialog id={decision._id} step={step} onClose={() => setStep(null)} /> : null}
    </Card>
  );
}
