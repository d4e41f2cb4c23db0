import { type ReactNode, useId, useState } from 'react';
import { PriceInput } from '#components/money/payments/price-input.tsx';
import { plural } from '#lib/format.ts';
import { exactTime } from '#lib/format-time.ts';
import { timeZone, toLocalInput } from '#lib/local-time.ts';
import { problemMessage } from '#lib/problem.ts';
import { DateField } from '#ui/antd/date-field.tsx';
import { Button } from '#ui/content/button.tsx';
import { useNow } from '#ui/content/relative-time.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Select } from '#ui/forms/text-input.tsx';
import { type FormPart, useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import {
  type BulkChange,
  type BulkItem,
  type BulkValues,
  bulkErrors,
  canSchedule,
  listChanges,
  listDates,
  inOrder,
  nothingChanged,
} from './bulk-edit-values.ts';
import { TagsField } from './tags-field.tsx';

export interface BulkSeriesField {
  readonly value: BulkValues['series'];
  readonly onChange: (series: BulkValues['series']) => void;
}

export interface BulkEditProps<Item extends BulkItem> {
  /** `post`, `video` or `gallery`. */
  readonly noun: string;
  /** Its plural; by default with an s. */
  readonly pluralNoun?: string;
  readonly items: readonly Item[];
  readonly getItemName: (item: Item) => string;
  /** Whether the items have search tags. */
  readonly tagged?: boolean;
  /** Chooses a series, for items that can be in one. */
  readonly seriesField?: (field: BulkSeriesField) => ReactNode;
  readonly save: (item: Item, change: BulkChange) => Promise<{ error?: unknown }>;
  readonly onClose: () => void;
  /** Called once all items were changed and the dialog is closed. */
  readonly onDone: () => void;
}

interface FieldsProps {
  readonly noun: string;
  readonly form: FormPart<BulkValues>;
}

const accesses = [
  { value: 'keep', label: 'Leave as it is' },
  { value: 'public', label: 'Everyone' },
  { value: 'followers', label: 'Followers' },
  { value: 'subscribers', label: 'Subscribers' },
  { value: 'sold', label: 'Set a price for buyers' },
];

const isAudience = (access: BulkValues['access']): boolean => access !== 'keep' && access !== 'sold';

function AccessFields({ noun, form }: FieldsProps) {
  const { access } = form.values;
  return (
    <>
      <Select
        label="Who can see them"
        options={accesses}
        hint={isAudience(access) ? 'Anything for sale is taken off sale.' : undefined}
        {...form.text('access')}
      />
      {access === 'sold' ? (
        <>
          <PriceInput label={`Price of each ${noun}`} hint="In tokens" required {...form.text('price')} />
          <Checkbox
            label="Included for subscribers"
            hint="Only people who don’t subscribe pay for them."
            {...form.flag('includedInSubscription')}
          />
        </>
      ) : null}
    </>
  );
}

const rhythms = [
  { value: '0', label: 'All at the same time' },
  { value: '1', label: 'One every day' },
  { value: '2', label: 'One every 2 days' },
  { value: '7', label: 'One every week' },
];

/** The first and the last date in words, once a date is picked. */
function Dates({ values, count }: { values: BulkValues; count: number }) {
  const dates = listDates(values, count);
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last) return null;
  return (
    <p role="status">
      {first === last
        ? `Published on ${exactTime(first)}.`
        : `From ${exactTime(first)} to ${exactTime(last)}, the oldest first.`}
    </p>
  );
}

function ScheduleFields({ noun, form, count }: FieldsProps & { count: number }) {
  const now = useNow();
  const { values } = form;
  if (count === 0) return null;
  return (
    <>
      <Checkbox
        label={count === 1 ? `Schedule the unpublished ${noun}` : `Schedule the ${count} unpublished ones`}
        {...form.flag('schedules')}
      />
      {values.schedules ? (
        <>
          <DateField
            kind="datetime"
            label={count === 1 ? 'Publish date' : 'Publish the first'}
            hint={`Your time (${timeZone()})`}
            min={toLocalInput(new Date(now + 60_000))}
            required
            {...form.picked('firstAt')}
          />
          {count > 1 ? (
            <Select
              label="Then"
              options={rhythms}
              value={String(values.everyDays)}
              onChange={(event) => form.change({ everyDays: Number(event.target.value) })}
            />
          ) : null}
          <Dates values={values} count={count} />
        </>
      ) : null}
    </>
  );
}

/** An item that couldn't be changed, and why. */
interface Failure {
  readonly id: string;
  readonly name: string;
  readonly reason: string;
}

/** What became of the items that were to get these values. */
interface Outcome {
  readonly values: BulkValues | null;
  readonly done: ReadonlySet<string>;
  readonly failures: readonly Failure[];
}
const nothingDone: Outcome = { values: null, done: new Set(), failures: [] };

interface FailuresProps {
  readonly count: (items: number) => string;
  readonly saved: number;
  readonly failures: readonly Failure[];
}

/** Changes items one after another, because each change updates the same counts. One that fails stops no other. */
function useSaving<Item extends BulkItem>(props: BulkEditProps<Item>) {
  const { noun, pluralNoun, items, getItemName: nameOf, save, onClose, onDone } = props;
  const [step, setStep] = useState(0);
  const [outcome, setOutcome] = useState<Outcome>(nothingDone);
  /** Other values concern those again that were changed already. */
  const outcomeFor = (values: BulkValues) => (outcome.values === values ? outcome : nothingDone);
  const run = async (values: BulkValues) => {
    const failures: Failure[] = [];
    const done = new Set(outcomeFor(values).done);
    const changes = listChanges(items, values).filter(({ item }) => !done.has(item._id));
    for (const [place, { item, change }] of changes.entries()) {
      setStep(place + 1);
      const { error } = await save(item, change);
      if (error) failures.push({ id: item._id, name: nameOf(item), reason: problemMessage(error) });
      else done.add(item._id);
    }
    setOutcome({ values, done, failures });
    if (failures.length > 0) return;
    onClose();
    onDone();
    toast.success(`${plural(done.size, noun, pluralNoun)} changed`);
  };
  return { step, outcomeFor, run };
}

/** `count`: a number of items in words. */
const Failures = ({ count, saved, failures }: FailuresProps) =>
  failures.length > 0 ? (
    <Notice tone="danger" announce title={`${count(failures.length)} couldn’t be changed`}>
      {saved > 0 ? <p>{count(saved)} changed.</p> : null}
      <ul>
        {failures.map(({ id, name, reason }) => (
          <li key={id}>
            “{name}”: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  ) : null;

/** Changes audience, price, schedule, series or tags of many items at once. */
export function BulkEditDialog<Item extends BulkItem>(props: BulkEditProps<Item>) {
  const { noun, pluralNoun, items, tagged, seriesField, onClose } = props;
  const count = (of: number) => plural(of, noun, pluralNoun);
  const id = useId();
  const { step, outcomeFor, run } = useSaving(props);
  const form = useForm({ initial: nothingChanged, check: bulkErrors, submit: run });
  const { values, busy } = form;
  const {
    failures,
    done: { size: saved },
  } = outcomeFor(values);
  const isEmpty = !values.schedules && listChanges(items, values).length === 0;
  return (
    <Dialog
      open
      title={`Edit ${count(items.length)}`}
      {...(busy ? { dismissible: false } : { onClose })}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {saved > 0 ? 'Close' : 'Cancel'}
          </Button>
          <Button type="submit" form={id} variant="primary" disabled={isEmpty} busy={busy}>
            {failures.length > 0 ? 'Try again' : 'Save changes'}
          </Button>
        </>
      }
    >
      <Form id={id} onSubmit={form.onSubmit}>
        <Stack gap={16}>
          <FormErrors errors={form.errors} />
          <AccessFields noun={noun} form={form} />
          <ScheduleFields noun={noun} form={form} count={inOrder(items).filter(canSchedule).length} />
          {seriesField?.({ value: values.series, onChange: (series) => form.change({ series }) })}
          {tagged ? (
            <TagsField label="Add tags" value={values.tags} onChange={(tags) => form.change({ tags })} />
          ) : null}
          {busy && items.length > 1 ? (
            <p role="status">
              Saving {step} of {count(items.length)} …
            </p>
          ) : null}
          <Failures count={count} saved={saved} failures={failures} />
        </Stack>
      </Form>
    </Dialog>
  );
}
