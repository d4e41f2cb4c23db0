import { useState } from 'react';
import { limits } from '#config/limits.ts';
import type { Audience, MediaItemState } from '#contract/core/schemas.ts';
import type { OwnPhoto } from '#contract/content/photos.ts';
import { toInfinitePages } from '#components/base/lists/infinite-list.ts';
import { ListFilters } from '#components/base/lists/list-filters.tsx';
import { PinnedViews, pinnedViews } from '#components/base/lists/pinned-views.tsx';
import { type QueryParams, useQueryParams } from '#components/base/lists/query-params.ts';
import { Uploads, acceptedTypes } from '#components/base/files/uploads.tsx';
import {
  parseAudience,
  audienceOptions,
  audienceLabels,
  pictureStates,
} from '#components/content/media-items/media-states.tsx';
import { listOwnPhotos } from '#services/content/photos.ts';
import { listQuestion } from '#services/http/endpoints.ts';
import { useList } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/states.tsx';
import { Select } from '#ui/forms/text-input.tsx';
import { PhotoConfirm } from './photo-confirm.tsx';
import { PhotoTiles, TileSkeleton } from './photo-tiles.tsx';
import { PhotosBar } from './photos-toolbar.tsx';
import styles from './studio-galleries.module.css';
import { usePhotoManager } from './use-photo-manager.ts';
import { usePhotoUploads } from './use-photo-uploads.ts';

const hint = `JPEG, PNG, WebP, AVIF or HEIC, up to ${limits.upload.imageBytes / 1024 / 1024} MB each`;
const places = [
  [null, 'All'],
  ['single', 'Not in a gallery'],
  ['gallery', 'In galleries'],
] as const;
type Place = 'single' | 'gallery' | null;
const parseCollection = (text: unknown): Place => (text === 'single' || text === 'gallery' ? text : null);

interface Filter {
  readonly where: Place;
  readonly state: MediaItemState | null;
  readonly audience: Audience | null;
  readonly q: string;
  readonly tag: string;
}

/** Uploads photos outside galleries. The audience is chosen before the files. */
function Adding() {
  const [audience, setAudience] = useState<Audience>('subscribers');
  const [asDrafts, setAsDrafts] = useState(false);
  const uploads = usePhotoUploads({ galleryId: null, audience, state: asDrafts ? 'draft' : 'published' });
  return (
    <Card>
      <Stack gap={12}>
        <ChipRow label="Who can see new photos">
          {audienceOptions.map(({ value, label }) => (
            <ChipButton
              key={value}
              pressed={!asDrafts && value === audience}
              onClick={() => {
                setAudience(parseAudience(value) ?? audience);
                setAsDrafts(false);
              }}
            >
              {label}
            </ChipButton>
          ))}
          <ChipButton pressed={asDrafts} onClick={() => setAsDrafts(true)}>
            Only you, as drafts
          </ChipButton>
        </ChipRow>
        <Uploads
          uploads={uploads}
          label="Add photos"
          hint={hint}
          accept={acceptedTypes.photo}
          layout="grid"
        />
      </Stack>
    </Card>
  );
}

const renderNote = (photo: OwnPhoto) => (
  <span className={styles.note}>{photo.gallery ? photo.gallery.title : audienceLabels[photo.audience]}</span>
);

const Nothing = ({ narrow }: { narrow: boolean }) => (
  <EmptyState
    compact
    title={narrow ? 'No photos found' : 'No photos yet'}
    text={narrow ? 'Try another filter or search.' : 'Add photos above, or create a gallery.'}
  />
);

/** Only the filters that are set. */
const toQuery = (filter: Filter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value)) as Partial<{
    [K in keyof Filter]: NonNullable<Filter[K]>;
  }>;

const readFilter = (get: QueryParams['get']): Filter => ({
  where: parseCollection(get('where')),
  state: pictureStates.of(get('state')),
  audience: parseAudience(get('audience')),
  q: get('q'),
  tag: get('tag'),
});

const filtered = (filter: Filter) => ({ query: { limit: 48, ...toQuery(filter) } });

/** What the page asks first. */
export const photoQuestions = (get: QueryParams['get']) => [
  listQuestion(listOwnPhotos, filtered(readFilter(get))),
  pinnedViews('photos'),
];

function Found({ filter }: { filter: Filter }) {
  const list = toInfinitePages(useList(listOwnPhotos, filtered(filter)));
  const manager = usePhotoManager(list.items);
  if (!list.known)
    return list.error ? <ErrorState text={list.error} onRetry={list.more} /> : <TileSkeleton />;
  if (list.items.length === 0) return <Nothing narrow={Object.keys(toQuery(filter)).length > 0} />;
  const single = manager.selected.every(({ gallery }) => gallery === null);
  return (
    <Stack>
      <PhotosBar manager={manager} withAudience={single} />
      <PhotoTiles
        photos={list.items}
        chosen={manager.chosen}
        onChoose={manager.choose}
        getMenuItems={manager.itemsOf}
        renderNote={renderNote}
        label="Your photos"
      />
      {list.hasMore ? (
        <Button variant="quiet" block busy={list.loading} onClick={list.more}>
          Show more
        </Button>
      ) : null}
      <PhotoConfirm manager={manager} from={null} />
    </Stack>
  );
}

/**
 * `/creator/photos`: all photos of the creator, in galleries or not, to edit one or many at a time. The
 * filters are kept in the URL.
 */
export function PhotosView() {
  const { get, set } = useQueryParams();
  const chosen = readFilter(get);
  return (
    <Stack gap={24}>
      <PageHead title="Photos" unlisted />
      <PageHeader title="Photos" />
      <Adding />
      <Stack gap={12}>
        <ChipRow label="Location">
          {places.map(([where, label]) => (
            <ChipButton
              key={label}
              pressed={chosen.where === where}
              onClick={() => set({ where: where ?? '' })}
            >
              {label}
            </ChipButton>
          ))}
          {chosen.tag ? (
            <ChipButton pressed onClick={() => set({ tag: '' })}>
              #{chosen.tag}
            </ChipButton>
          ) : null}
        </ChipRow>
        <ListFilters search="Search your photos" states={pictureStates.options} state={chosen.state}>
          <Select
            label="Who can see them"
            hideLabel
            placeholder="Any audience"
            options={audienceOptions}
            value={chosen.audience ?? ''}
            onChange={(event) => set({ audience: event.target.value })}
          />
        </ListFilters>
        <PinnedViews list="photos" />
      </Stack>
      <Found key={JSON.stringify(chosen)} filter={chosen} />
    </Stack>
  );
}
