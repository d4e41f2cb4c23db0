import type { OwnVideo } from '#contract/content/videos.ts';
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
} from '#components/content/media-items/editor-actions.tsx';
import { PeopleSection } from '#components/content/releases/people-section.tsx';
import { AccessFields, DescriptionFields } from '#components/content/media-items/media-item-fields.tsx';
import { ChangedElsewhere } from '#components/base/writing/changed-elsewhere.tsx';
import { StartField } from '#components/content/media-items/pricing-fields.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { type VideoEditorProps, useVideoEditor } from './use-video-editor.ts';
import { VideoFileFields } from './video-file-fields.tsx';
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

/** The form to create or edit a video: files, texts, audience, price and times. */
export function VideoEditor(props: VideoEditorProps) {
  const { video } = props;
  const editor = useVideoEditor(props);
  const { values, set, errors, problem, busy, files, send, submit, onStopWaiting, elsewhere } = editor;
  const actions = actionsOf[video?.state ?? 'new'](values.later);
  return (
    <Form onSubmit={submit(actions[0]?.requestedState)}>
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
          <DescriptionFields {...{ values, set, errors }} titleId="video-title" />
        </Card>
        {video ? <PeopleSection kind="video" id={video._id} /> : null}
        <Card>
          <AccessFields
            {...{ values, set, errors }}
            words={{
              noun: 'video',
              lockedHint: 'Others see a blurred frame, the teaser and how to unlock it.',
              soldHint: 'Buyers pay once and keep access.',
            }}
            commentsHint="Anyone who can watch it can comment."
          />
        </Card>
        {video?.publishedAt ? null : (
          <Card>
            <StartField
              values={values}
              set={set}
              error={errors.scheduledAt}
              noun="video"
              nowHint="As soon as it’s processed and everyone you tagged has accepted."
            />
          </Card>
        )}
        <EditorButtons {...{ actions, busy, send, onStopWaiting }} />
        <ChangedElsewhere
          noun="video"
          elsewhere={elsewhere}
          getTexts={({ title, description }) => [title, description]}
        />
      </Stack>
    </Form>
  );
}
