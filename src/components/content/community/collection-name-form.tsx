import { limits } from '#config/limits.ts';
import type { BookmarkCollection } from '#contract/content/collections.ts';
import { createCollection, renameCollection } from '#services/content/collections.ts';
import { useWrite } from '#state/query/hooks.ts';
import { NameForm } from '../../base/lists/name-form.tsx';

export interface CollectionNameFormProps {
  /** The collection to rename; null makes a new one. */
  readonly collection: BookmarkCollection | null;
  readonly label: string;
  readonly onDone: (saved: BookmarkCollection) => unknown;
}

/** Names a new collection, or renames one. */
export function CollectionNameForm({ collection, label, onDone }: CollectionNameFormProps) {
  const [create] = useWrite(createCollection);
  const [rename] = useWrite(renameCollection);
  return (
    <NameForm
      name={collection?.name ?? null}
      label={label}
      example="Recipes"
      maxLength={limits.collections.name}
      submitLabel={collection ? 'Rename collection' : 'Create collection'}
      save={async (name) =>
        onDone(
          await (
            collection
              ? rename({ params: { id: collection._id }, body: { name } })
              : create({ body: { name } })
          ).unwrap(),
        )
      }
    />
  );
}
