import { listFanLists } from '#services/trade/broadcasts/fan-lists.ts';
import { useList } from '#state/query/hooks.ts';
import { plural } from '#lib/format.ts';
import { MultiSelectField } from '#ui/antd/select-field.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { FieldGroup } from '#ui/forms/field-group.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { Select, type SelectOption, TextInput } from '#ui/forms/text-input.tsx';
import type { useForm } from '#ui/forms/use-form.ts';
import { uniqueRows } from '#ui/layout/paged-rows.tsx';
import type { AudienceValues } from './audience-values.ts';
import { BoughtItemField } from './bought-item-field.tsx';

type AudienceForm = Pick<ReturnType<typeof useForm<AudienceValues>>, 'values' | 'set' | 'text' | 'flag'>;

const plans: readonly SelectOption[] = [
  { value: 'all', label: 'All plans' },
  { value: 'monthly', label: 'Monthly' },
  { value: 'quarterly', label: '3 months' },
  { value: 'semiannual', label: '6 months' },
  { value: 'yearly', label: 'Yearly' },
  { value: 'free', label: 'Free' },
];

const useLists = (): SelectOption[] =>
  uniqueRows(useList(listFanLists, { query: { limit: 100 } })).map(({ _id, name, members }) => ({
    value: _id,
    label: `${name} (${plural(members, 'fan')})`,
  }));

/** Lists to choose from; only for creators who have any. */
function ListsField({
  form,
  name,
  label,
}: {
  form: AudienceForm;
  name: 'lists' | 'notLists';
  label: string;
}) {
  const lists = useLists();
  if (lists.length === 0) return null;
  const value = form.values[name].split(',').filter(Boolean);
  return (
    <MultiSelectField
      label={label}
      optional
      options={lists}
      placeholder="Select lists"
      value={value}
      onChange={(ids) => form.set(name, ids.join(','))}
    />
  );
}

/** Who receives a message, and who of them doesn't. */
export function AudienceFields({ form, hasFiles }: { form: AudienceForm; hasFiles: boolean }) {
  const { values, text, flag } = form;
  return (
    <>
      <FieldGroup label="Send to">
        <Stack gap={12}>
          <Checkbox label="Followers" {...flag('followers')} />
          <Checkbox label="Active subscribers" {...flag('subscribers')} />
          {values.subscribers ? <Select label="Plan" options={plans} {...text('plan')} /> : null}
          <Checkbox label="Former subscribers" {...flag('expired')} />
          <Checkbox label="Top spenders" hint="From tips and unlocks." {...flag('spenders')} />
          {values.spenders ? (
            <Row gap={12} top>
              <TextInput label="Spent at least" suffix="tokens" inputMode="numeric" {...text('tokens')} />
              <TextInput label="In the last" suffix="days" inputMode="numeric" {...text('days')} />
            </Row>
          ) : null}
          <ListsField form={form} name="lists" label="Fans on lists" />
          <BoughtItemField
            label="Fans who bought"
            value={values.bought}
            onChange={(item) => form.set('bought', item)}
          />
        </Stack>
      </FieldGroup>
      <FieldGroup label="Exclude">
        <Stack gap={12}>
          {hasFiles ? (
            <Checkbox label="Fans who already bought these files" {...flag('excludeOwners')} />
          ) : null}
          <Checkbox label="Active subscribers" {...flag('notSubscribers')} />
          <ListsField form={form} name="notLists" label="Fans on lists" />
          <BoughtItemField
            label="Fans who bought"
            value={values.notBought}
            onChange={(item) => form.set('notBought', item)}
          />
        </Stack>
      </FieldGroup>
    </>
  );
}
