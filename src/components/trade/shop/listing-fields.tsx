import { limits } from '#config/limits.ts';
import { Uploads, acceptedTypes } from '#components/base/files/uploads.tsx';
import type { UploadsState } from '#components/base/files/use-uploads.ts';
import { Card } from '#ui/layout/card.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextArea, TextInput } from '#ui/forms/text-input.tsx';

interface ListingValues {
  readonly title: string;
  readonly description: string;
}

export interface ListingFieldsProps {
  readonly values: ListingValues;
  readonly set: (change: Partial<ListingValues>) => void;
  /** For links from the list of errors. */
  readonly titleId: string | undefined;
  readonly titleError?: string | null | undefined;
  readonly pictures: UploadsState;
  readonly picturesHint: string;
  readonly picturesError?: string | null | undefined;
  readonly saving: boolean;
}

/** Title, description and pictures of an item that is offered for sale or at auction. */
export const ListingFields = ({
  values: { title, description },
  set,
  titleId,
  titleError,
  pictures,
  picturesHint,
  picturesError,
  saving,
}: ListingFieldsProps) => (
  <Card>
    <Stack>
      <TextInput
        id={titleId}
        label="Title"
        required
        maxLength={limits.text.title}
        error={titleError}
        value={title}
        onChange={(event) => set({ title: event.target.value })}
      />
      <TextArea
        label="Description"
        optional
        rows={5}
        counted
        maxLength={limits.text.post}
        value={description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <Uploads
        uploads={pictures}
        label="Add pictures"
        hint={picturesHint}
        accept={acceptedTypes.photo}
        layout="grid"
        ordered
        disabled={saving}
        error={picturesError}
      />
    </Stack>
  </Card>
);
