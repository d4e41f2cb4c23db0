import type { OwnGallery } from '#contract/content/galleries.ts';
import { resultText } from '#components/content/media-items/result-text.ts';
import { PeopleSection } from '#components/content/releases/people-section.tsx';
import { DescriptionFields } from '#components/content/media-items/media-item-fields.tsx';
import {
  type MediaItemValues,
  pickEditedParts,
  toMediaItemValues,
} from '#components/content/media-items/media-item-values.ts';
import {
  ChangedElsewhere,
  isSame,
  useChangedElsewhere,
} from '#components/base/writing/changed-elsewhere.tsx';
import { StartField } from '#components/content/media-items/pricing-fields.tsx';
import type { RequestedState } from '#components/content/studio/editor-actions.ts';
import { StudioEditor } from '#components/content/studio/studio-editor.tsx';
import { type GalleryChange, getOwnGallery, updateGallery } from '#services/content/galleries.ts';
import { useApi } from '#state/hooks.ts';
import { Card } from '#ui/layout/card.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { toast } from '#ui/overlays/toast.ts';
import { GalleryAccess } from './gallery-access.tsx';
import { galleryKind } from './gallery-kind.tsx';
import { type GalleryErrors, toGalleryUpdate, galleryErrors } from './gallery-values.ts';
import { useWrite } from '#state/query/hooks.ts';

/** State of the form. Input is kept if the server rejects it. */
function useGalleryForm(gallery: OwnGallery) {
  const [update] = useWrite(updateGallery);
  const api = useApi();
  const elsewhere = useChangedElsewhere({
    record: gallery,
    load: () => getOwnGallery(api, { params: { id: gallery._id } }),
    getParts: pickEditedParts,
  });
  const save = async (values: MediaItemValues, asked: RequestedState) => {
    const back: GalleryChange = asked === 'draft' ? { scheduledAt: null } : {};
    const body = { ...toGalleryUpdate(gallery, values, asked), ...back };
    const saved = await elsewhere.send(
      (version) => update({ params: { id: gallery._id }, body, version }).unwrap(),
      (now) =>
        isSame(
          toGalleryUpdate(now, values, undefined),
          toGalleryUpdate(now, toMediaItemValues(now), undefined),
        ),
    );
    toast.success(resultText(saved, gallery));
    return toMediaItemValues(saved);
  };
  const form = useForm<MediaItemValues, RequestedState, keyof GalleryErrors>({
    initial: toMediaItemValues(gallery),
    check: (now, asked) => galleryErrors(now, { goesOut: asked === 'published', count: gallery.numOfItems }),
    submit: save,
  });
  return { form, elsewhere };
}

/** The form for a gallery's description, pricing and state. */
export function GalleryEditor({ gallery }: { gallery: OwnGallery }) {
  const { form, elsewhere } = useGalleryForm(gallery);
  return (
    <StudioEditor kind={galleryKind} item={gallery} form={form} later={form.values.later}>
      <Card>
        <DescriptionFields form={form} />
      </Card>
      <PeopleSection kind="gallery" id={gallery._id} />
      <Card>
        <GalleryAccess form={form} />
      </Card>
      {gallery.publishedAt ? null : (
        <Card>
          <StartField form={form} nowHint="As soon as everyone you tagged has accepted." />
        </Card>
      )}
      <ChangedElsewhere
        noun="gallery"
        elsewhere={elsewhere}
        getTexts={({ title, description }) => [title, description]}
      />
    </StudioEditor>
  );
}
