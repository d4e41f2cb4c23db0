import { useListOwnGalleriesInfiniteQuery } from '#state/api/own-galleries.ts';
import { useListOwnPostsInfiniteQuery } from '#state/api/own-posts.ts';
import { useListOwnVideosInfiniteQuery } from '#state/api/own-videos.ts';
import { useListFanListsInfiniteQuery } from '#state/api/broadcasts/fan-lists.ts';
import { shortText } from '#lib/short-text.ts';
import { plural } from '#lib/format.ts';
import { MultiSelectField, SelectField } from '#ui/antd/select-field.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { FieldGroup } from '#ui/forms/field-group.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { Select, type SelectOption, TextInput } from '#ui/forms/text-input.tsx';
import type { useForm } from '#ui/forms/use-form.ts';
import { rowsOf } from '#ui/layout/paged-rows.tsx';
import type { AudienceValues } from './audience-values.ts';

export type AudienceForm = Pick<
  ReturnType<typeof useForm<AudienceValues>>,
  'values' | 'set' | 'text' | 'picked' | 'flag'
>;

const plans: readonly SelectOption[] = [
  { value: 'all', label: 'All plans' },
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
  { value: 'free', label: 'Free' },
];

/** The creator's newest items that are sold. */
function useSoldItems(): SelectOption[] {
  const videos = useListOwnVideosInfiniteQuery({ limit: 100 });
  const galleries = useListOwnGalleriesInfiniteQuery({ limit: 100 });
  const posts = useListOwnPostsInfiniteQuery({ limit: 100 });
  return [
    ...rowsOf(videos)
      .filter(({ price }) => price > 0)
      .map(({ _id, title }) => ({ value: `video:${_id}`, label: `Video: ${title}` })),
    ...rowsOf(galleries)
      .filter(({ price }) => price > 0)
      .map(({ _id, title }) => ({ value: `gallery:${_id}`, label: `Gallery: ${title}` })),
    ...rowsOf(posts)
      .filter(({ price }) => price > 0)
      .map(({ _id, text }) => ({ value: `feed:${_id}`, label: `Post: ${shortText(text, 60)}` })),
  ];
}

const useLists = (): SelectOption[] =>
  rowsOf(useListFanListsInfiniteQuery({ limit: 100 })).map(({ _id, name, members }) => ({
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

function ItemField({
  form,
  name,
  label,
}: {
  form: AudienceForm;
  name: 'bought' | 'notBought';
  label: string;
}) {
  const items = useSoldItems();
  if (items.length === 0) return null;
  return (
    <SelectField
      label={label}
      optional
      options={[{ value: '', label: 'None' }, ...items]}
      placeholder="Select a post, video or gallery"
      nothing="No matching item"
      {...form.picked(name)}
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
          <Checkbox label="Top spenders" hint="By tips and unlocks." {...flag('spenders')} />
          {values.spenders ? (
            <Row gap={12} top>
              <TextInput label="Spent at least" suffix="tokens" inputMode="numeric" {...text('tokens')} />
              <TextInput label="In the last" suffix="days" inputMode="numeric" {...text('days')} />
            </Row>
          ) : null}
          <ListsField form={form} name="lists" label="Fans on lists" />
          <ItemField form={form} name="bought" label="Fans who bought" />
        </Stack>
      </FieldGroup>
      <FieldGroup label="Leave out">
        <Stack gap={12}>
          {hasFiles ? (
            <Checkbox label="Fans who already bought these files" {...flag('excludeOwners')} />
          ) : null}
          <Checkbox label="Active subscribers" {...flag('notSubscribers')} />
          <ListsField form={form} name="notLists" label="Fans on lists" />
          <ItemField form={form} name="notBought" label="Fans who bought" />
        </Stack>
      </FieldGroup>
    </>
  );
}
