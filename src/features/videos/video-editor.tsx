import { limits } from '#config/limits.ts';
import type { OwnVideo } from '#contract/videos.ts';
import { CoCreatorsField } from '#components/media-items/co-creators-field.tsx';
import {
  type EditorAction,
  EditorButtons,
  backToDraft,
  listedErrors,
  publish,
  saveAndRestore,
  saveAsDraft,
  saveChanges,
  saveDraft,
} from '#components/media-items/editor-actions.tsx';
import { TagsField } from '#components/media-items/tags-field.tsx';
import { StartField } from '#components/media-items/pricing-fields.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextArea, TextInput } from '#ui/forms/text-input.tsx';
import { type VideoEditorState, type VideoEditorProps, useVideoEditor } from './use-video-editor.ts';
import { VideoFileFields } from './video-file-fields.tsx';
import { VideoPricing } from './video-pricing.tsx';
import type { VideoErrors } from './video-values.ts';

/** The actions available in each state, the primary one first. */
const actionsOf: Readonly<Record<OwnVideo['state'] | 'new', (later: boolean) => readonly EditorAction[]>> = {
  new: (later) => [publish(later), saveAsDraft],
  draft: (later) => [publish(later), saveDraft],
  scheduled: () => [saveChanges, backToDraft],
  processing: () => [saveChanges, backToDraft],
  waiting: () => [saveChanges, backToDraft],
  failed: () => [saveChanges, backToDraft],
  published: () => [saveChanges],
  archived: () => [saveAndRestore, saveChanges],
  removed: () => [],
};

const fieldIds: Partial<Record<keyof VideoErrors, string>> = {
  title: 'video-title',
  price: 'video-price',
  scheduledAt: 'video-scheduled',
};

const Words = ({ values, set, errors }: VideoEditorState) => (
  <Stack>
    <TextInput
      id="video-title"
      label="Title"
      required
      maxLength={limits.text.title}
      error={errors.title}
      value={values.title}
      onChange={(event) => set({ title: event.target.value })}
    />
    <TextArea
      label="Description"
      optional
      rows={4}
      counted
      maxLength={limits.text.post}
      value={values.description}
      onChange={(event) => set({ description: event.target.value })}
    />
    <TagsField value={values.tags} onChange={(tags) => set({ tags })} />
    <CoCreatorsField value={values.coCreators} onChange={(coCreators) => set({ coCreators })} />
  </Stack>
);

/** The form to create or edit a video: files, texts, audience, price and times. */
export function VideoEditor(props: VideoEditorProps) {
  const { video } = props;
  const editor = useVideoEditor(props);
  const { values, set, errors, problem, busy, files, send, submit, onStopWaiting } = editor;
  const actions = actionsOf[video?.state ?? 'new'](values.later);
  return (
    <form onSubmit={submit(actions[0]?.asked)} noValidate>
      <Stack gap={24}>
        <FormErrors errors={listedErrors(errors, problem, fieldIds)} title="Before you can publish" />
        <Card>
          <VideoFileFields
            video={video ?? files.draft}
            files={files}
            errors={errors}
            disabled={busy !== null}
          />
        </Card>
        <Card>
          <Words {...editor} />
        </Card>
        <Card>
          <VideoPricing values={values} set={set} errors={errors} />
        </Card>
        {video?.publishedAt ? null : (
          <Card>
            <StartField
              values={values}
              set={set}
              error={errors.scheduledAt}
              thing="video"
              nowHint="As soon as it’s processed and everyone you tagged has accepted."
            />
          </Card>
        )}
        <EditorButtons {...{ actions, busy, send, onStopWaiting }} />
      </Stack>
    </form>
  );
}
