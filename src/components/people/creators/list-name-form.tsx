import { limits } from '#config/limits.ts';
import type { CreatorList } from '#contract/content/creator-lists.ts';
import { createList, renameList } from '#services/content/creator-lists.ts';
import { useWrite } from '#state/query/hooks.ts';
import { NameForm } from '../../base/lists/name-form.tsx';

export interface ListNameFormProps {
  /** The list to rename; null makes a new one. */
  readonly list: CreatorList | null;
  readonly label: string;
  readonly onDone: (saved: CreatorList) => unknown;
}

/** Names a new list of creators, or renames one. */
export function ListNameForm({ list, label, onDone }: ListNameFormProps) {
  const [create] = useWrite(createList);
  const [rename] = useWrite(renameList);
  return (
    <NameForm
      name={list?.name ?? null}
      label={label}
      example="Painters"
      maxLength={limits.creatorLists.name}
      submitLabel={list ? 'Rename list' : 'Create list'}
      save={async (name) =>
        onDone(
          await (
            list ? rename({ params: { id: list._id }, body: { name } }) : create({ body: { name } })
          ).unwrap(),
        )
      }
    />
  );
}
