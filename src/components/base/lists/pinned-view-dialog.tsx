import { limits } from '#config/limits.ts';
import type { PinnableList, PinnedFilters, PinnedView } from '#contract/across/pinned-views.ts';
import { pinView, renamePinnedView } from '#services/across/pinned-views.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { NameForm } from './name-form.tsx';

export interface PinnedViewDialogProps {
  readonly list: PinnableList;
  /** The filters to pin. */
  readonly filters?: PinnedFilters;
  /** The view to rename instead. */
  readonly view?: PinnedView;
  readonly onClose: () => void;
}

/** Asks for the name of a pinned view. */
export function PinnedViewDialog({ list, filters = {}, view, onClose }: PinnedViewDialogProps) {
  const [pin] = useWrite(pinView);
  const [rename] = useWrite(renamePinnedView);
  const save = async (typed: string) => {
    const name = typed.trim();
    await (
      view ? rename({ params: { id: view._id }, body: { name } }) : pin({ body: { list, name, filters } })
    ).unwrap();
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={view ? 'Rename view' : 'Pin this view'}>
      <NameForm
        name={view?.name ?? null}
        label="Name"
        example="Drafts"
        maxLength={limits.pinnedViews.name}
        submitLabel={view ? 'Rename view' : 'Pin view'}
        save={save}
      />
    </Dialog>
  );
}
