import { limits } from '#config/limits.ts';
import { Uploads, acceptedTypes } from '#components/base/files/uploads.tsx';
import type { UploadsState } from '#components/base/files/use-uploads.ts';
import { Card } from '#ui/layout/card.tsx';
import type { FormPart } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { TextArea, TextInput } from '#ui/forms/text-input.tsx';

export interface ListingFieldsProps {
  readonly form: Pick<FormPart<{ readonly title: string; readonly description: string }>, 'text'> & {
    readonly busy: boolean;
  };
  readonly pictures: UploadsState;
  readonly picturesHint: string;
  readonly picturesError?: string | null | undefined;
}

/** Title, description and pictures of an item that is offered for sale or at auction. */
export const ListingFields = ({ form, pictures, picturesHint, picturesError }: ListingFieldsProps) => (
  <Card>
    <Stack>
      <TextInput label="Title" required maxLength={limits.text.title} {...form.text('title')} />
      <TextArea
        label="Description"
        optional
        rows={5}
        counted
        maxLength={limits.text.post}
        {...form.text('description')}
      />
      <Uploads
        uploads={pictures}
        label="Add pictures"
        hint={picturesHint}
        accept={acceptedTypes.photo}
        layout="grid"
        ordered
        disabled={form.busy}
        error={picturesError}
      />
    </Stack>
  </Card>
);
