import { useState } from 'react';
import type { OwnPhoto } from '#contract/content/photos.ts';
import { plural } from '#lib/format.ts';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { listOwnGalleries } from '#services/content/galleries.ts';
import { useList } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { Select } from '#ui/forms/text-input.tsx';
import type { PhotoActions } from './use-photo-actions.ts';

export interface MovePhotosProps {
  readonly photos: readonly OwnPhoto[];
  readonly actions: PhotoActions;
  /** The gallery that the photos are in, if all are in one. */
  readonly from: string | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const outside = 'none';

/**
 * Asks for the target gallery. A photo removed from its gallery becomes a draft, so that it isn't shown under
 * different terms without the creator's decision.
 */
export function MovePhotos({ photos, actions, onClose, onDone, from }: MovePhotosProps) {
  const galleries = toInfinitePages(useList(listOwnGalleries, { query: { limit: 100 } }));
  const [to, setTo] = useState('');
  const options = [
    ...(photos.some(({ gallery }) => gallery)
      ? [{ value: outside, label: 'Remove from gallery, keep as drafts' }]
      : []),
    ...galleries.items
      .filter(({ _id }) => _id !== from)
      .map(({ _id, title }) => ({ value: _id, label: title })),
  ];
  const move = async () => {
    const title = options.find(({ value }) => value === to)?.label ?? '';
    const done = await actions.move(photos, { galleryId: to === outside ? null : to, title });
    if (!done) return;
    onClose();
    onDone();
  };
  const isNone = galleries.known && options.length === 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Move ${plural(photos.length, 'photo')}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={to === ''} busy={actions.busy} onClick={() => void move()}>
            Move
          </Button>
        </>
      }
    >
      <Stack>
        {isNone ? (
          <p>You don’t have another gallery yet.</p>
        ) : (
          <Select
            label="To"
            placeholder={galleries.known ? 'Choose a gallery' : 'Loading'}
            options={options}
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
        )}
        <p>
          In a gallery, a photo uses the gallery’s audience and price. Anyone who bought it in its current
          gallery keeps it.
        </p>
      </Stack>
    </Dialog>
  );
}
