import type { Audience } from '#contract/core/schemas.ts';
import type { OwnPhoto } from '#contract/content/photos.ts';
import { plural } from '#lib/format.ts';
import { audienceOptions } from '#components/content/media-items/media-states.tsx';
import { Button } from '#ui/content/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Row } from '#ui/layout/stack.tsx';
import { Select } from '#ui/forms/text-input.tsx';
import type { PhotoActions } from './use-photo-actions.ts';

export interface PhotosBarProps {
  readonly photos: readonly OwnPhoto[];
  readonly actions: PhotoActions;
  readonly onDelete: (photos: readonly OwnPhoto[]) => void;
  readonly onMove: (photos: readonly OwnPhoto[]) => void;
  readonly onDone: () => void;
  /** Selects all photos; null hides the button. */
  readonly onAll: (() => void) | null;
  /** False inside a gallery, where the gallery's audience applies. */
  readonly withAudience: boolean;
}

const hidden = (photos: readonly OwnPhoto[]): OwnPhoto[] =>
  photos.filter(({ state }) => state === 'archived' || state === 'draft');

/** Bulk actions for the selected photos. */
export function PhotosBar({
  photos,
  actions,
  onDelete,
  onMove,
  onDone,
  onAll,
  withAudience,
}: PhotosBarProps) {
  if (photos.length === 0) return null;
  const out = photos.filter(({ state }) => state === 'published');
  const away = hidden(photos);
  return (
    <Card padding="tight" role="region" aria-label="Selected photos">
      <Row gap={12}>
        <strong role="status">{plural(photos.length, 'photo')} selected</strong>
        {withAudience ? (
          <Select
            label="Who can see them"
            hideLabel
            placeholder="Who can see them"
            options={audienceOptions}
            value=""
            onChange={(event) =>
              void actions.audience(photos, event.target.value as Audience).then((done) => done && onDone())
            }
          />
        ) : null}
        {out.length > 0 ? (
          <Button
            busy={actions.busy}
            onClick={() => void actions.archive(out).then((done) => done && onDone())}
          >
            {out.length < photos.length ? `Archive ${out.length}` : 'Archive'}
          </Button>
        ) : null}
        {away.length > 0 ? (
          <Button busy={actions.busy} onClick={() => void actions.publish(away).then(onDone)}>
            {away.length < photos.length ? `Publish ${away.length}` : 'Publish'}
          </Button>
        ) : null}
        <Button onClick={() => onMove(photos)}>Move</Button>
        <Button variant="quietDanger" onClick={() => onDelete(photos)}>
          Delete
        </Button>
        {onAll ? (
          <Button variant="quiet" onClick={onAll}>
            Select all
          </Button>
        ) : null}
        <Button variant="quiet" onClick={onDone}>
          Clear selection
        </Button>
      </Row>
    </Card>
  );
}
