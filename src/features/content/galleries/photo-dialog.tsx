import { useState } from 'react';
import { limits } from '#config/limits.ts';
import type { OwnPhoto } from '#contract/content/photos.ts';
import { fromLocalInput, toLocalInput } from '#lib/local-time.ts';
import { TakenDownNotice } from '#components/across/decisions/taken-down-notice.tsx';
import { RefusalNotice } from '#components/base/lists/refusal-notice.tsx';
import { TagsField } from '#components/content/media-items/tags-field.tsx';
import { AudienceField, StartField } from '#components/content/media-items/pricing-fields.tsx';
import { isSameMinute, toScheduledAt } from '#components/content/media-items/pricing-values.ts';
import {
  ChangedElsewhere,
  isSame,
  useChangedElsewhere,
} from '#components/base/writing/changed-elsewhere.tsx';
import type { Api } from '#services/http/api.ts';
import { type PhotoChange, listOwnPhotos, updatePhoto } from '#services/content/photos.ts';
import { useApi } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Picture } from '#ui/content/picture.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextArea, TextInput } from '#ui/forms/text-input.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from './studio-galleries.module.css';
import { useWrite } from '#state/query/hooks.ts';

interface Typed {
  readonly title: string;
  readonly description: string;
  readonly alt: string;
  readonly tags: readonly string[];
  readonly audience: OwnPhoto['audience'];
  readonly later: boolean;
  readonly scheduledAt: string;
}

const toTyped = (photo: OwnPhoto): Typed => ({
  title: photo.title,
  description: photo.description,
  alt: photo.file.alt ?? '',
  tags: photo.tags,
  audience: photo.audience,
  later: photo.scheduledAt !== null,
  scheduledAt: photo.scheduledAt ? toLocalInput(photo.scheduledAt) : '',
});

/** A photo outside galleries can be scheduled until it has been published. */
const canWait = ({ gallery, publishedAt }: OwnPhoto): boolean => gallery === null && publishedAt === null;

function toPhotoChange(photo: OwnPhoto, typed: Typed): PhotoChange {
  const words = {
    title: typed.title.trim(),
    description: typed.description.trim(),
    alt: typed.alt.trim() || null,
    tags: [...typed.tags],
  };
  if (photo.gallery) return words;
  const wanted = toScheduledAt(typed);
  const when: PhotoChange =
    !canWait(photo) || isSameMinute(wanted, photo.scheduledAt)
      ? {}
      : wanted
        ? { scheduledAt: wanted, state: 'published' }
        : { scheduledAt: null, state: 'draft' };
  return { ...words, audience: typed.audience, ...when };
}

interface FieldsProps {
  readonly photo: OwnPhoto;
  readonly typed: Typed;
  readonly set: (change: Partial<Typed>) => void;
}

const TextFields = ({ typed, set }: Omit<FieldsProps, 'photo'>) => (
  <>
    <TextInput
      label="Caption"
      optional
      maxLength={limits.text.title}
      value={typed.title}
      onChange={(event) => set({ title: event.target.value })}
    />
    <TextInput
      label="Alt text"
      optional
      hint="Describe the photo for people who can’t see it."
      maxLength={300}
      value={typed.alt}
      onChange={(event) => set({ alt: event.target.value })}
    />
    <TextArea
      label="Description"
      optional
      rows={3}
      counted
      maxLength={limits.text.post}
      value={typed.description}
      onChange={(event) => set({ description: event.target.value })}
    />
    <TagsField value={typed.tags} onChange={(tags) => set({ tags })} />
  </>
);

/** Who can see the photo, and from when. */
const AudienceFields = ({ photo, typed, set }: FieldsProps) => (
  <>
    {photo.gallery ? (
      <p className={styles.hint}>The gallery “{photo.gallery.title}” decides who can see it.</p>
    ) : (
      <AudienceField
        value={typed.audience}
        onChange={(audience) => set({ audience })}
        lockedHint="Others see a blurred preview and how to unlock it."
      />
    )}
    {canWait(photo) ? (
      <StartField
        values={typed}
        set={set}
        error={null}
        noun="photo"
        nowHint="As soon as everyone you tagged has accepted."
      />
    ) : null}
  </>
);

/** The photo as it is now. The list that holds it has no more than its gallery, or the photos outside all of them. */
async function loadPhoto(api: Api, { _id, gallery }: OwnPhoto): Promise<OwnPhoto> {
  const where = gallery ? { galleryId: gallery._id } : ({ where: 'single' } as const);
  const pageFrom = async (cursor: string | null): Promise<OwnPhoto> => {
    const page = await listOwnPhotos(api, {
      query: { ...where, limit: limits.maxPageSize, ...(cursor && { cursor }) },
    });
    const found = page.data.find((each) => each._id === _id);
    if (found) return found;
    if (page.nextCursor) return pageFrom(page.nextCursor);
    throw new Error('This photo was moved or deleted elsewhere.');
  };
  return pageFrom(null);
}

/** Whether a photo has all that was typed. */
const hasTyped = (now: OwnPhoto, typed: Typed): boolean =>
  isSame(toPhotoChange(now, typed), toPhotoChange(now, toTyped(now)));

/** Saves the photo only as it was when the dialog opened. */
function useSaving(photo: OwnPhoto) {
  const api = useApi();
  const [update, { isLoading, error }] = useWrite(updatePhoto);
  const elsewhere = useChangedElsewhere({
    record: photo,
    load: () => loadPhoto(api, photo),
    getParts: toTyped,
  });
  const save = (typed: Typed): Promise<boolean> =>
    elsewhere
      .send(
        (version) =>
          update({ params: { id: photo._id }, body: toPhotoChange(photo, typed), version }).unwrap(),
        (now) => hasTyped(now, typed),
      )
      .then(
        () => true,
        // The dialog says it.
        () => false,
      );
  return { save, isLoading, error, elsewhere };
}

/** Edits the texts and settings of a photo. */
export function PhotoDialog({ photo, onClose }: { photo: OwnPhoto; onClose: () => void }) {
  const [typed, setTyped] = useState(() => toTyped(photo));
  const { save: send, isLoading, error, elsewhere } = useSaving(photo);
  const isHalf = typed.later && fromLocalInput(typed.scheduledAt) === null;
  const set = (change: Partial<Typed>) => setTyped({ ...typed, ...change });
  const save = async () => {
    if (!(await send(typed))) return;
    toast.success('Changes saved');
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit photo"
      dismissible={!isLoading}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={isHalf} busy={isLoading} onClick={() => void save()}>
            Save changes
          </Button>
        </>
      }
    >
      <Stack>
        {error && !isLoading ? <RefusalNotice problem={error} /> : null}
        {photo.state === 'archived' ? <TakenDownNotice type="photo" id={photo._id} /> : null}
        <Stack>
          <div className={styles.shown}>
            <Picture
              sources={photo.file.sizes.slice(0, 2)}
              alt={photo.file.alt ?? ''}
              placeholder={photo.file.placeholder}
              fit="contain"
              ratio={16 / 9}
              sizes="440px"
            />
          </div>
          <TextFields typed={typed} set={set} />
          <AudienceFields photo={photo} typed={typed} set={set} />
        </Stack>
        <ChangedElsewhere
          noun="photo"
          elsewhere={elsewhere}
          getTexts={({ title, description }) => [title, description]}
        />
      </Stack>
    </Dialog>
  );
}
