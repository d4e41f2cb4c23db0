import { limits } from '#config/limits.ts';
import { Checkbox } from '#ui/forms/choice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextArea, TextInput } from '#ui/forms/text-input.tsx';
import { CoCreatorsField } from './co-creators-field.tsx';
import type { MediaItemValues } from './media-item-values.ts';
import { PricingFields, type PricingLabels } from './pricing-fields.tsx';
import { TagsField } from './tags-field.tsx';

interface MediaItemFieldsProps {
  readonly values: MediaItemValues;
  readonly set: (change: Partial<MediaItemValues>) => void;
  readonly errors: { readonly title?: string; readonly price?: string };
}

export interface DescriptionFieldsProps extends MediaItemFieldsProps {
  /** The id of the title, for links from the list of errors. */
  readonly titleId: string;
  /** Leaves out the co-creators, who can be tagged only once the item exists. */
  readonly isNew?: boolean;
}

/** Title, description, tags and co-creators. */
export const DescriptionFields = ({
  values,
  set,
  errors,
  titleId,
  isNew = false,
}: DescriptionFieldsProps) => (
  <Stack>
    <TextInput
      id={titleId}
      label="Title"
      required
      maxLength={limits.text.title}
      error={errors.title}
      value={values.title}
      onChange={(event) => set({ title: event.target.value })}
    />
    <TextArea
      label="Description"
      optional
      rows={4}
      counted
      maxLength={limits.text.post}
      value={values.description}
      onChange={(event) => set({ description: event.target.value })}
    />
    <TagsField value={values.tags} onChange={(tags) => set({ tags })} />
    {isNew ? null : (
      <CoCreatorsField value={values.coCreators} onChange={(coCreators) => set({ coCreators })} />
    )}
  </Stack>
);

export interface AccessFieldsProps extends MediaItemFieldsProps {
  readonly words: PricingLabels;
  readonly commentsHint: string;
}

/** Who sees it, what it costs and whether people can comment. */
export const AccessFields = ({ values, set, errors, words, commentsHint }: AccessFieldsProps) => (
  <Stack>
    <PricingFields values={values} set={set} error={errors.price} words={words} />
    <Checkbox
      label="Comments"
      hint={commentsHint}
      checked={values.commentsEnabled}
      onChange={(event) => set({ commentsEnabled: event.target.checked })}
    />
  </Stack>
);
