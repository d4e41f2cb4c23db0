import { RemovalDialog } from '#components/content/studio/removal-dialog.tsx';
import { PhotoDialog } from './photo-dialog.tsx';
import { MovePhotos } from './move-photos.tsx';
import { photoKind } from './photo-kind.ts';
import type { PhotoManager } from './use-photo-manager.ts';

/** The open photo dialog, if any. `from` is the gallery that the photos are in. */
export function PhotoConfirm({ manager, from }: { manager: PhotoManager; from: string | null }) {
  const { ask, actions, close, none } = manager;
  if (!ask) return null;
  if (ask.kind === 'edit') return <PhotoDialog photo={ask.photo} onClose={close} />;
  const { photos } = ask;
  return ask.kind === 'delete' ? (
    <RemovalDialog kind={photoKind} items={photos} onClose={close} onRemoved={none} />
  ) : (
    <MovePhotos photos={photos} actions={actions} from={from} onClose={close} onDone={none} />
  );
}
