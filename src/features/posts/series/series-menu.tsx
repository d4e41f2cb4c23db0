import Eye from 'lucide-react/icons/eye';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { Suspense, useState } from 'react';
import { routes } from '#config/routes.ts';
import type { OwnPostSeries } from '#contract/posts/series.ts';
import { RefusalNotice } from '#components/lists/refusal-notice.tsx';
import { useDeleteSeriesMutation } from '#state/api/post-series/own.ts';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { toast } from '#ui/overlays/toast.ts';

const SeriesDialog = lazyPart(async () => (await import('./series-dialog.tsx')).SeriesDialog);

interface SeriesMenuProps {
  readonly series: OwnPostSeries;
  /** Called once it is deleted. */
  readonly onDeleted?: () => void;
}

function DeleteDialog({ series, onDeleted, onClose }: SeriesMenuProps & { onClose: () => void }) {
  const [remove, { isLoading, error }] = useDeleteSeriesMutation();
  const confirm = async () => {
    const { data } = await remove(series._id);
    if (!data) return;
    onClose();
    toast.success('Series deleted. Its posts are kept.');
    onDeleted?.();
  };
  return (
    <ConfirmDialog
      open
      title={`Delete “${series.title}”?`}
      text={
        <Stack gap={12}>
          <p>Its posts stay, without their numbers. This can’t be undone.</p>
          {error ? <RefusalNotice problem={error} /> : null}
        </Stack>
      }
      confirmLabel="Delete series"
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
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
