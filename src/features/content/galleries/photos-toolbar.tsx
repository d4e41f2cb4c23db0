import type { Audience } from '#contract/core/schemas.ts';
import { audienceOptions } from '#components/content/media-items/media-states.tsx';
import { BulkBar } from '#components/content/studio/bulk-bar.tsx';
import { Button } from '#ui/content/button.tsx';
import { Select } from '#ui/forms/text-input.tsx';
import { photoKind } from './photo-kind.ts';
import type { PhotoManager } from './use-photo-manager.ts';

export interface PhotosBarProps {
  readonly manager: PhotoManager;
  /** False inside a gallery, where the gallery's audience applies. */
  readonly withAudience: boolean;
}

/** Bulk actions for the selected photos. */
export function PhotosBar({ manager, withAudience }: PhotosBarProps) {
  const { selected, actions, askMove, askDelete, chooseAll, none } = manager;
  const publishable = selected.filter(({ state }) => state === 'archived' || state === 'draft');
  const clear = (isDone: boolean) => isDone && none();
  return (
    <BulkBar
      kind={photoKind}
      items={selected}
      onArchive={(photos) => void actions.archive(photos).then(clear)}
      onRemove={askDelete}
      onAll={chooseAll}
      onClear={none}
    >
      {withAudience ? (
        <Select
          label="Who can see them"
          hideLabel
          placeholder="Who can see them"
          options={audienceOptions}
          value=""
          onChange={(event) => void actions.audience(selected, event.target.value as Audience).then(clear)}
        />
      ) : null}
      {publishable.length > 0 ? (
        <Button busy={actions.busy} onClick={() => void actions.publish(publishable).then(clear)}>
          {publishable.length < selected.length ? `Publish ${publishable.length}` : 'Publish'}
        </Button>
      ) : null}
      <Button onClick={() => askMove(selected)}>Move</Button>
    </BulkBar>
  );
}
