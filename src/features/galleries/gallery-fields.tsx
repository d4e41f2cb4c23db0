import { limits } from '#config/limits.ts';
import { CoCreatorsField } from '#components/media-items/co-creators-field.tsx';
import { TagsField } from '#components/media-items/tags-field.tsx';
import { PricingFields } from '#components/media-items/pricing-fields.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextArea, TextInput } from '#ui/forms/text-input.tsx';
import type { GalleryErrors, GalleryValues } from './gallery-values.ts';

export interface GalleryFieldsProps {
  readonly values: GalleryValues;
  readonly set: (change: Partial<GalleryValues>) => void;
  readonly errors: GalleryErrors;
}

export const fieldIds: Partial<Record<keyof GalleryErrors, string>> = {
  title: 'gallery-title',
  price: 'gallery-price',
  scheduledAt: 'gallery-scheduled',
};

/** Title, description, tags and co-creators. */
export const WordsFields = ({
  values,
  set,
  errors,
  withOthers,
}: GalleryFieldsProps & { withOthers: boolean }) => (
  <Stack>
    <TextInput
      id="gallery-title"
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
    {withOthers ? (
      <CoCreatorsField value={values.coCreators} onChange={(coCreators) => set({ coCreators })} />
    ) : null}
  </Stack>
);

/** Audience, price and comments. */
export const GalleryPricing = ({ values, set, errors }: GalleryFieldsProps) => (
  <Stack>
    <PricingFields
      values={values}
      set={set}
      error={errors.price}
      words={{
        thing: 'gallery',
        lockedHint: 'Others see a blurred preview and how to unlock it.',
        soldHint: 'Buyers pay once and keep the photos that are in it at the time.',
      }}
    />
    <Checkbox
      label="Comments"
      hint="Anyone who can see it can comment."
      checked={values.commentsEnabled}
      onChange={(event) => set({ commentsEnabled: event.target.checked })}
    />
  </Stack>
);
