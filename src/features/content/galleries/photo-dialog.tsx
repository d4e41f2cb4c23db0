import { useId } from 'react';
import { limits } from '#config/limits.ts';
import type { OwnPhoto } from '#contract/content/photos.ts';
import { toLocalInput } from '#lib/local-time.ts';
import { TakenDownNotice } from '#components/across/decisions/taken-down-notice.tsx';
import { TagsField } from '#components/content/media-items/tags-field.tsx';
import { AudienceField, StartField } from '#components/content/media-items/pricing-fields.tsx';
import { isSameMinute, toScheduledAt, whenError } from '#components/content/media-items/pricing-values.ts';
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
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextArea, TextInput } from '#ui/forms/text-input.tsx';
import { type FormPart, useForm } from '#ui/forms/use-form.ts';
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
  readonly form: FormPart<Typed>;
}

const TextFields = ({ form }: FieldsProps) => (
  <>
    <TextInput label="Caption" optional maxLength={limits.text.title} {...form.text('title')} />
    <TextInput
      label="Alt text"
      optional
      hint="Describe the photo for people who can’t see it."
      maxLength={300}
      {...form.text('alt')}
    />
    <TextArea
      label="Description"
      optional
      rows={3}
      counted
      maxLength={limits.text.post}
      {...form.text('description')}
    />
    <TagsField value={form.values.tags} onChange={(tags) => form.change({ tags })} />
  </>
);

/** Who can see the photo, and from when. */
const AudienceFields = ({ photo, form }: FieldsProps & { readonly photo: OwnPhoto }) => (
  <>
    {photo.gallery ? (
      <p className={styles.hint}>The gallery “{photo.gallery.title}” decides who can see it.</p>
    ) : (
      <AudienceField
        value={form.values.audience}
        onChange={(audience) => form.change({ audience })}
        lockedHint="Others see a blurred preview and how to unlock it."
      />
    )}
    {canWait(photo) ? (
      <StartField form={form} nowHint="As soon as everyone you tagged has accepted." />
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
function useSaving(photo: OwnPhoto, onClose: () => void) {
  const api = useApi();
  const [update] = useWrite(updatePhoto);
  const elsewhere = useChangedElsewhere({
    record: photo,
    load: () => loadPhoto(api, photo),
    getParts: toTyped,
  });
  const form = useForm<Typed>({
    initial: toTyped(photo),
    check: (typed) => {
      const scheduledAt = canWait(photo) ? whenError(typed) : null;
      return scheduledAt ? { scheduledAt } : {};
    },
    submit: async (typed) => {
      await elsewhere.send(
        (version) =>
          update({ params: { id: photo._id }, body: toPhotoChange(photo, typed), version }).unwrap(),
        (now) => hasTyped(now, typed),
      );
      toast.success('Changes saved');
      onClose();
    },
  });
  return { form, elsewhere };
}

/** Edits the texts and settings of a photo. */
export function PhotoDialog({ photo, onClose }: { photo: OwnPhoto; onClose: () => void }) {
  const id = useId();
  const { form, elsewhere } = useSaving(photo, onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit photo"
      dismissible={!form.busy}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={form.busy}>
            Save changes
          </Button>
        </>
      }
    >
      <Form id={id} onSubmit={form.onSubmit}>
        <Stack>
          <FormErrors errors={form.errors} />
          {photo.state === 'archived' ? <TakenDownNotice type="photo" id={photo._id} /> : null}
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
          <TextFields form={form} />
          <AudienceFields photo={photo} form={form} />
          <ChangedElsewhere
            noun="photo"
            elsewhere={elsewhere}
            getTexts={({ title, description }) => [title, description]}
          />
        </Stack>
      </Form>
    </Dialog>
  );
}
