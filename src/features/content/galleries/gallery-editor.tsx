import { useState } from 'react';
import type { OwnGallery } from '#contract/content/galleries.ts';
import {
  type RequestedState,
  type EditorAction,
  EditorButtons,
  backToDraft,
  listedErrors,
  publish,
  saveAndRestore,
  saveChanges,
  saveDraft,
} from '#components/content/media-items/editor-actions.tsx';
import { resultText } from '#components/content/media-items/result-text.ts';
import { PeopleSection } from '#components/content/releases/people-section.tsx';
import { DescriptionFields } from '#components/content/media-items/media-item-fields.tsx';
import {
  type MediaItemValues,
  pickEditedParts,
  mediaItemFields,
  toMediaItemValues,
} from '#components/content/media-items/media-item-values.ts';
import {
  ChangedElsewhere,
  isSame,
  useChangedElsewhere,
} from '#components/base/writing/changed-elsewhere.tsx';
import { useEditor } from '#components/base/writing/use-editor.ts';
import { StartField } from '#components/content/media-items/pricing-fields.tsx';
import { type GalleryChange, getOwnGallery, updateGallery } from '#services/content/galleries.ts';
import { useApi } from '#state/hooks.ts';
import { Card } from '#ui/layout/card.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { GalleryAccess } from './gallery-access.tsx';
import { type GalleryErrors, toGalleryUpdate, fieldIds, galleryErrors } from './gallery-values.ts';
import { useWrite } from '#state/query/hooks.ts';

/** The actions available in each state, the primary one first. */
function listActions({ state }: OwnGallery, later: boolean): readonly EditorAction[] {
  if (state === 'draft') return [publish(later), saveDraft];
  if (state === 'scheduled' || state === 'waiting') return [saveChanges, backToDraft];
  return state === 'archived' ? [saveAndRestore, saveChanges] : [saveChanges];
}

/** State of the form. Input is kept if the server rejects it. */
function useGalleryForm(gallery: OwnGallery) {
  const [values, setValues] = useState(() => toMediaItemValues(gallery));
  const [update] = useWrite(updateGallery);
  const api = useApi();
  const elsewhere = useChangedElsewhere({
    record: gallery,
    load: () => getOwnGallery(api, { params: { id: gallery._id } }),
    getParts: pickEditedParts,
  });
  const save = async (asked: RequestedState) => {
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
    setValues(toMediaItemValues(saved));
    toast.success(resultText(saved, gallery));
  };
  const { saving, ...editor } = useEditor<MediaItemValues, keyof GalleryErrors, RequestedState>({
    values,
    setValues,
    fields: mediaItemFields,
    isUploading: false,
    check: (now, asked) => galleryErrors(now, { goesOut: asked === 'published', count: gallery.numOfItems }),
    save: (_now, asked) => save(asked),
  });
  return { ...editor, busy: saving && (saving.as ?? ('changes' as const)), elsewhere };
}

/** The form for a gallery's description, pricing and state. */
export function GalleryEditor({ gallery }: { gallery: OwnGallery }) {
  const { values, set, errors, problem, busy, send, submit, elsewhere } = useGalleryForm(gallery);
  const actions = listActions(gallery, values.later);
  return (
    <Form onSubmit={submit(actions[0]?.requestedState)}>
      <Stack gap={24}>
        <FormErrors errors={listedErrors(errors, problem, fieldIds)} title="Before you can publish" />
        <Card>
          <DescriptionFields {...{ values, set, errors }} titleId="gallery-title" />
        </Card>
        <PeopleSection kind="gallery" id={gallery._id} />
        <Card>
          <GalleryAccess {...{ values, set, errors }} />
        </Card>
        {gallery.publishedAt ? null : (
          <Card>
            <StartField
              values={values}
              set={set}
              error={errors.scheduledAt}
              noun="gallery"
              nowHint="As soon as everyone you tagged has accepted."
            />
          </Card>
        )}
        <EditorButtons actions={actions} busy={busy} send={send} />
        <ChangedElsewhere
          noun="gallery"
          elsewhere={elsewhere}
          getTexts={({ title, description }) => [title, description]}
        />
      </Stack>
    </Form>
  );
}
