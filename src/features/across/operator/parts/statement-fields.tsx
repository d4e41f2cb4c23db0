import { decisionReasons } from '#config/decision-reasons.ts';
import { limits } from '#config/limits.ts';
import type { DecisionGround } from '#contract/across/decisions.ts';
import { Select, TextArea, TextInput } from '#ui/forms/text-input.tsx';
import type { useForm } from '#ui/forms/use-form.ts';

export interface StatementValues extends Record<string, string> {
  /** The prepared reason that was chosen. */
  prepared: string;
  ground: string;
  rule: string;
  facts: string;
}
export const emptyStatement: StatementValues = { prepared: '', ground: 'terms', rule: '', facts: '' };

export const checkStatement = ({ rule, facts }: StatementValues) => ({
  ...(rule.trim() === '' && { rule: 'Name the law or rule.' }),
  ...(facts.trim() === '' && { facts: 'Write what it is based on.' }),
});

const grounds: readonly { readonly value: DecisionGround; readonly label: string }[] = [
  { value: 'terms', label: 'Against this site’s rules' },
  { value: 'illegal', label: 'Against the law' },
];

type StatementForm = Pick<ReturnType<typeof useForm<StatementValues>>, 'values' | 'set' | 'text'>;

/** The statement of reasons. Choosing a prepared one fills it in, and it can still be changed. */
export function StatementFields({ form }: { form: StatementForm }) {
  const choose = (key: string) => {
    form.set('prepared', key);
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
        value={form.values.prepared}
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
