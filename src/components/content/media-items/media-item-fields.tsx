import { limits } from '#config/limits.ts';
import { Checkbox } from '#ui/forms/choice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextArea, TextInput } from '#ui/forms/text-input.tsx';
import type { FormPart } from '#ui/forms/use-form.ts';
import { CoCreatorsField } from './co-creators-field.tsx';
import type { MediaItemValues } from './media-item-values.ts';
import { PricingFields, type PricingLabels } from './pricing-fields.tsx';
import { TagsField } from './tags-field.tsx';

interface MediaItemFieldsProps {
  readonly form: FormPart<MediaItemValues>;
}

export interface DescriptionFieldsProps extends MediaItemFieldsProps {
  /** Leaves out the co-creators, who can be tagged only once the item exists. */
  readonly isNew?: boolean;
}

/** Title, description, tags and co-creators. */
export const DescriptionFields = ({ form, isNew = false }: DescriptionFieldsProps) => (
  <Stack>
    <TextInput label="Title" required maxLength={limits.text.title} {...form.text('title')} />
    <TextArea
      label="Description"
      optional
      rows={4}
      counted
      maxLength={limits.text.post}
      {...form.text('description')}
    />
    <TagsField value={form.values.tags} onChange={(tags) => form.change({ tags })} />
    {isNew ? null : (
      <CoCreatorsField
        value={form.values.coCreators}
        onChange={(coCreators) => form.change({ coCreators })}
      />
    )}
  </Stack>
);

export interface AccessFieldsProps extends MediaItemFieldsProps {
  readonly words: PricingLabels;
  readonly commentsHint: string;
}

/** Who sees it, what it costs and whether people can comment. */
export const AccessFields = ({ form, words, commentsHint }: AccessFieldsProps) => (
  <Stack>
    <PricingFields form={form} words={words} />
    <Checkbox label="Comments" hint={commentsHint} {...form.flag('commentsEnabled')} />
  </Stack>
);
