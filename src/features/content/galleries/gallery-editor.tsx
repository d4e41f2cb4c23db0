import { useState } from 'react';
import type { FormEvent } from 'react';
import type { OwnGallery } from '#contract/content/galleries.ts';
import { problemMessage } from '#lib/problem.ts';
import {
  type Asked,
  type EditorAction,
  EditorButtons,
  backToDraft,
  listedErrors,
  publish,
  saveAndRestore,
  saveChanges,
  saveDraft,
} from '#components/content/media-items/editor-actions.tsx';
import { PeopleSection } from '#components/content/releases/people-section.tsx';
import { DescriptionFields } from '#components/content/media-items/media-item-fields.tsx';
import {
  type MediaItemValues,
  editedPartsOf,
  mediaItemValuesOf,
} from '#components/content/media-items/media-item-values.ts';
import {
  ChangedElsewhere,
  isSame,
  useChangedElsewhere,
} from '#components/base/writing/changed-elsewhere.tsx';
import { StartField } from '#components/content/media-items/pricing-fields.tsx';
import { type GalleryChange, getOwnGallery, updateGallery } from '#services/content/galleries.ts';
import { useApi } from '#state/hooks.ts';
import { Card } from '#ui/layout/card.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { GalleryAccess } from './gallery-access.tsx';
import { type GalleryErrors, changesOf, fieldIds, galleryErrors, resultText } from './gallery-values.ts';
import { useWrite } from '#state/query/hooks.ts';

/** The actions available in each state, the primary one first. */
function actionsOf({ state }: OwnGallery, later: boolean): readonly EditorAction[] {
  if (state === 'draft') return [publish(later), saveDraft];
  if (state === 'scheduled' || state === 'waiting') return [saveChanges, backToDraft];
  return state === 'archived' ? [saveAndRestore, saveChanges] : [saveChanges];
}

/** State of the form. Input is kept if the server rejects it. */
function useGalleryForm(gallery: OwnGallery) {
  const [values, setValues] = useState(() => mediaItemValuesOf(gallery));
  const [errors, setErrors] = useState<GalleryErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<Asked | 'changes' | null>(null);
  const [update] = useWrite(updateGallery);
  const api = useApi();
  const elsewhere = useChangedElsewhere({
    record: gallery,
    load: () => getOwnGallery(api, { params: { id: gallery._id } }),
    partsOf: editedPartsOf,
  });
  const save = async (asked: Asked) => {
    const found = galleryErrors(values, { goesOut: asked === 'published', count: gallery.numOfItems });
    setErrors(found);
    setProblem(null);
    if (busy || Object.keys(found).length > 0) return;
    setBusy(asked ?? 'changes');
    const back: GalleryChange = asked === 'draft' ? { scheduledAt: null } : {};
    const body = { ...changesOf(gallery, values, asked), ...back };
    try {
      const saved = await elsewhere.send(
        (version) => update({ params: { id: gallery._id }, body, version }).unwrap(),
        (now) => isSame(changesOf(now, values, undefined), changesOf(now, mediaItemValuesOf(now), undefined)),
      );
      setValues(mediaItemValuesOf(saved));
      toast.success(resultText(saved, gallery.state));
    } catch (caught) {
      setProblem(problemMessage(caught));
    } finally {
      setBusy(null);
    }
  };
  const set = (change: Partial<MediaItemValues>) => {
    setValues({ ...values, ...change });
    setErrors({});
  };
  return { values, set, errors, problem, busy, save, elsewhere };
}

/** The form for a gallery's description, pricing and state. */
export function GalleryEditor({ gallery }: { gallery: OwnGallery }) {
  const { values, set, errors, problem, busy, save, elsewhere } = useGalleryForm(gallery);
  const actions = actionsOf(gallery, values.later);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(actions[0]?.asked);
  };
  return (
    <form onSubmit={submit} noValidate>
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
        <EditorButtons actions={actions} busy={busy} send={(asked) => void save(asked)} />
        <ChangedElsewhere
          noun="gallery"
          elsewhere={elsewhere}
          textsOf={({ title, description }) => [title, description]}
        />
      </Stack>
    </form>
  );
}
