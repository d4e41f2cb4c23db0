import type { DecisionGround, ModerationAction } from '#contract/across/decisions.ts';
import type { ModerationCase } from '#contract/across/operator/moderation.ts';
import { decideCase } from '#services/across/operator/moderation.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { Select } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import {
  type StatementValues,
  StatementFields,
  checkStatement,
  emptyStatement,
} from '../parts/statement-fields.tsx';
import { actionLabels, doneLabels } from './case-labels.ts';

const days = ['1', '3', '7', '30', '90', '365'];
const dayMs = 86_400_000;
const dayOptions = days.map((value) => ({ value, label: value === '1' ? '1 day' : `${value} days` }));
interface Values extends StatementValues {
  /** `yes`: everyone who bought it is refunded. */
  refundBuyers: string;
  action: string;
  days: string;
  transactionId: string;
}

const endDate = ({ action, days: count }: Values): string | null =>
  action === 'suspend' || (action === 'hold-payout' && count !== '')
    ? new Date(Date.now() + Number(count) * dayMs).toISOString()
    : null;

function check(values: Values) {
  const { action, transactionId } = values;
  if (action === '') return { action: 'Choose what to do.' };
  if (action === 'dismiss') return {};
  return {
    ...checkStatement(values),
    ...(action === 'refund' && transactionId === '' && { transactionId: 'Choose the payment to refund.' }),
  };
}

/** What is against the law is closed to its buyers, too. Otherwise they keep what they bought. */
const offersRefunds = ({ action, ground }: Values, buyers: number): boolean =>
  (action === 'remove' || action === 'hide') && ground === 'illegal' && buyers > 0;

function useDecision({ _id: id, seen, bansNeedTwo, buyers }: ModerationCase) {
  const [decide] = useWrite(decideCase);
  return useForm<Values>({
    initial: { ...emptyStatement, refundBuyers: 'yes', action: '', days: '7', transactionId: '' },
    check,
    submit: async (values) => {
      const { ground, rule, facts, transactionId } = values;
      const action = values.action as ModerationAction;
      const body = {
        action,
        seen,
        until: endDate(values),
        ground: ground as DecisionGround,
        rule: rule.trim(),
        facts: facts.trim(),
        transactionId: action === 'refund' ? transactionId : null,
        refundBuyers: offersRefunds(values, buyers) && values.refundBuyers === 'yes',
      };
      await decide({ params: { id }, body }).unwrap();
      toast.success(
        action === 'ban' && bansNeedTwo
          ? 'Ban proposed. Another operator has to confirm it.'
          : doneLabels[action],
      );
    },
  });
}
type Form = ReturnType<typeof useDecision>;

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
            found.payments.length === 0 ? 'No one who reported this has paid this person' : 'Choose a payment'
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
    <SectionCard title="Decide" text="The person and everyone who reported it are notified.">
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <FormErrors errors={form.errors} />
          <Select
            label="Action"
            placeholder="Choose an action"
            options={found.actions.map((value) => ({ value, label: actionLabels[value] }))}
            {...form.text('action')}
          />
          <Details form={form} found={found} />
          {action === '' || action === 'dismiss' ? null : <StatementFields form={form} />}
          {offersRefunds(form.values, found.buyers) ? (
            <Checkbox
              label={
                found.buyers === 1
                  ? 'Refund the person who bought it'
                  : `Refund the ${found.buyers} people who bought it`
              }
              hint="Illegal content is closed to everyone, including people who paid for it."
              checked={form.values.refundBuyers === 'yes'}
              onChange={({ target }) => form.set('refundBuyers', target.checked ? 'yes' : '')}
            />
          ) : null}
          <div>
            <Button type="submit" variant="primary" busy={form.busy}>
              {action === 'ban' && found.bansNeedTwo ? 'Propose ban' : 'Decide'}
            </Button>
          </div>
        </Stack>
      </Form>
    </SectionCard>
  );
}
