import { PhotoDialog } from './photo-dialog.tsx';
import { DeletePhotos, MovePhotos } from './photo-dialogs.tsx';
import type { PhotoManager } from './use-photo-manager.ts';

/** The open photo dialog, if any. `from` is the gallery that the photos are in. */
export function PhotoConfirm({ manager, from }: { manager: PhotoManager; from: string | null }) {
  const { ask, actions, close, none } = manager;
  if (ask?.kind === 'edit') return <PhotoDialog photo={ask.photo} onClose={close} />;
  const [first, ...others] = ask?.photos ?? [];
  if (!ask || !first) return null;
  const dialogProps = { photos: [first, ...others] as const, actions, onClose: close, onDone: none };
  return ask.kind === 'delete' ? (
    <DeletePhotos {...dialogProps} photos={[first, ...others]} />
  ) : (
    <MovePhotos {...dialogProps} photos={[first, ...others]} from={from} />
  );
}
