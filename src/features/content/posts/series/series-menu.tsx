import Eye from 'lucide-react/icons/eye';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { Suspense, useState } from 'react';
import { routes } from '#config/routes.ts';
import type { OwnPostSeries } from '#contract/content/posts/series.ts';
import { deleteSeries } from '#services/content/posts/series.ts';
import { useWrite } from '#state/query/hooks.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { ConfirmAction } from '#components/base/lists/confirm-action.tsx';
import { Menu } from '#ui/overlays/menu.tsx';

const SeriesDialog = lazyPart(async () => (await import('./series-dialog.tsx')).SeriesDialog);

interface SeriesMenuProps {
  readonly series: OwnPostSeries;
  /** Called once it is deleted. */
  readonly onDeleted?: () => void;
}

function DeleteDialog({ series, onDeleted, onClose }: SeriesMenuProps & { onClose: () => void }) {
  const [remove] = useWrite(deleteSeries);
  return (
    <ConfirmAction
      title={`Delete “${series.title}”?`}
      confirmLabel="Delete series"
      action={() => remove({ params: { id: series._id } })}
      doneText="Series deleted. Its posts are kept."
      onDone={onDeleted}
      onClose={onClose}
    >
      Its posts stay, without their numbers. This can’t be undone.
    </ConfirmAction>
  );
}

/** What can be done with a series as a whole. */
export function SeriesMenu({ series, onDeleted }: SeriesMenuProps) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Menu
        label={`Options for “${series.title}”`}
        items={[
          ...(series.published > 0
            ? [{ label: 'View series', icon: <Eye />, href: routes.series(series._id) }]
            : []),
          { label: 'Edit title and description', icon: <Pencil />, onSelect: () => setOpen('edit') },
          {
            label: 'Delete series',
            icon: <Trash />,
            danger: true,
            divided: true,
            onSelect: () => setOpen('delete'),
          },
        ]}
      />
      {open === 'edit' ? (
        <Suspense fallback={null}>
          <SeriesDialog series={series} onDone={close} onClose={close} />
        </Suspense>
      ) : null}
      {open === 'delete' ? (
        <DeleteDialog series={series} onClose={close} {...(onDeleted && { onDeleted })} />
      ) : null}
    </>
  );
}
