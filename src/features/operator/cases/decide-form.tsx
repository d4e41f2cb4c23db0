import { decisionReasons } from '#config/decision-reasons.ts';
import { limits } from '#config/limits.ts';
import type { DecisionGround, ModerationAction } from '#contract/moderation/decisions.ts';
import type { ModerationCase } from '#contract/operator/moderation.ts';
import { useDecideCaseMutation } from '#state/api/operator/moderation.ts';
import { Button } from '#ui/content/button.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Select, TextArea, TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { actionLabels, doneLabels } from './case-labels.ts';

const days = ['1', '3', '7', '30', '90', '365'];
const dayMs = 86_400_000;
const dayOptions = days.map((value) => ({ value, label: value === '1' ? '1 day' : `${value} days` }));
const grounds: readonly { readonly value: DecisionGround; readonly label: string }[] = [
  { value: 'terms', label: 'Against this site’s rules' },
  { value: 'illegal', label: 'Against the law' },
];

interface Values extends Record<string, string> {
  action: string;
  reason: string;
  ground: string;
  rule: string;
  facts: string;
  days: string;
  transactionId: string;
}

const untilOf = ({ action, days: count }: Values): string | null =>
  action === 'suspend' || (action === 'hold-payout' && count !== '')
    ? new Date(Date.now() + Number(count) * dayMs).toISOString()
    : null;

function check({ action, rule, facts, transactionId }: Values) {
  if (action === '') return { action: 'Choose what to do.' };
  if (action === 'dismiss') return {};
  return {
    ...(rule.trim() === '' && { rule: 'Name the law or rule.' }),
    ...(facts.trim() === '' && { facts: 'Write what it is based on.' }),
    ...(action === 'refund' && transactionId === '' && { transactionId: 'Choose the payment to refund.' }),
  };
}

function useDecision({ _id: id, seen, banNeedsTwo }: ModerationCase) {
  const [decide] = useDecideCaseMutation();
  return useForm<Values>({
    initial: { action: '', reason: '', ground: 'terms', rule: '', facts: '', days: '7', transactionId: '' },
    check,
    submit: async (values) => {
      const { ground, rule, facts, transactionId } = values;
      const action = values.action as ModerationAction;
      await decide({
        id,
        action,
        seen,
        until: untilOf(values),
        ground: ground as DecisionGround,
        rule: rule.trim(),
        facts: facts.trim(),
        transactionId: action === 'refund' ? transactionId : null,
      }).unwrap();
      toast.success(
        action === 'ban' && banNeedsTwo
          ? 'Ban proposed. Another operator has to confirm it.'
          : doneLabels[action],
      );
    },
  });
}
type Form = ReturnType<typeof useDecision>;

/** Choosing a prepared reason fills in the statement, which can still be changed. */
function Statement({ form }: { form: Form }) {
  const choose = (key: string) => {
    form.set('reason', key);
    const chosen = decisionReasons.find((one) => one.key === key);
    if (!chosen) return;
    form.set('ground', chosen.ground);
    form.set('rule', chosen.rule);
    form.set('facts', chosen.facts);
  };
  return (
    <>
      <Select
        label="Common reasons"
        placeholder="Choose one, or write your own"
        options={decisionReasons.map(({ key, label }) => ({ value: key, label }))}
        value={form.values.reason}
        onChange={({ target }) => choose(target.value)}
      />
      <Select label="Ground" options={grounds} {...form.text('ground')} />
      <TextInput label="Law or rule" maxLength={limits.text.decisionRule} {...form.text('rule')} />
      <TextArea
        label="Facts"
        hint="The person reads this. Don’t say who reported."
        counted
        maxLength={limits.text.decisionFacts}
        {...form.text('facts')}
      />
    </>
  );
}

function Details({ form, found }: { form: Form; found: ModerationCase }) {
  switch (form.values.action) {
    case 'suspend':
      return <Select label="For" options={dayOptions} {...form.text('days')} />;
    case 'hold-payout':
      return (
        <Select
          label="For"
          options={[...dayOptions, { value: '', label: 'Until it is lifted' }]}
          {...form.text('days')}
        />
      );
    case 'refund':
      return (
        <Select
          label="Payment"
          placeholder={
            found.payments.length === 0 ? 'No one who reported paid this person' : 'Choose a payment'
          }
          options={found.payments.map(({ _id, description, paidBy }) => ({
            value: _id,
            label: `${description} (${paidBy ?? 'no username'})`,
          }))}
          {...form.text('transactionId')}
        />
      );
    default:
      return null;
  }
}

/** Decides the case. The person concerned gets the statement of reasons by email. */
export function DecideForm({ found }: { found: ModerationCase }) {
  const form = useDecision(found);
  const { action } = form.values;
  return (
    <SectionCard title="Decide" text="The person concerned and those who reported are told.">
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <FormErrors errors={form.errors} />
          <Select
            label="Action"
            placeholder="Choose an action"
            options={found.actions.map((value) => ({ value, label: actionLabels[value] }))}
            {...form.text('action')}
          />
          <Details form={form} found={found} />
          {action === '' || action === 'dismiss' ? null : <Statement form={form} />}
          <div>
            <Button type="submit" variant="primary" busy={form.busy}>
              {action === 'ban' && found.banNeedsTwo ? 'Propose ban' : 'Decide'}
            </Button>
          </div>
        </Stack>
      </form>
    </SectionCard>
  );
}
