import { limits } from '#config/limits.ts';
import type { BookmarkCollection } from '#contract/content/collections.ts';
import {
  useCreateCollectionMutation,
  useRenameCollectionMutation,
} from '#state/api/community/collections.ts';
import { NameForm } from '../../base/lists/name-form.tsx';

export interface CollectionNameFormProps {
  /** The collection to rename; null makes a new one. */
  readonly collection: BookmarkCollection | null;
  readonly label: string;
  readonly onDone: (saved: BookmarkCollection) => unknown;
}

/** Names a new collection, or renames one. */
export function CollectionNameForm({ collection, label, onDone }: CollectionNameFormProps) {
  const [create] = useCreateCollectionMutation();
  const [rename] = useRenameCollectionMutation();
  return (
    <NameForm
      name={collection?.name ?? null}
      label={label}
      example="Recipes"
      maxLength={limits.collections.name}
      submitLabel={collection ? 'Rename collection' : 'Create collection'}
      save={async (name) =>
        onDone(await (collection ? rename({ id: collection._id, name }) : create(name)).unwrap())
      }
    />
  );
}
