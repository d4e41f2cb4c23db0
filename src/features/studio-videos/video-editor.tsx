import { limits } from '#config/limits';
import type { OwnVideo } from '#contract/videos';
import { CoCreatorsField } from '#parts/co-creators-field';
import { TagsField } from '#parts/tags-field';
import { StartField } from '#parts/terms-fields';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { type FormError, FormErrors } from '#ui/form-errors';
import { Row, Stack } from '#ui/stack';
import { TextArea, TextInput } from '#ui/text-input';
import { type Asked, type VideoEditorState, type VideoEditorWorld, useVideoEditor } from './use-video-editor.tsx';
import { VideoFileFields } from './video-file-fields.tsx';
import { VideoTerms } from './video-terms.tsx';
import type { VideoErrors } from './video-values.tsx';

interface Action { readonly label: string; readonly asked: Asked }
const publish = (later: boolean): Action => ({ label: later ? 'Schedule' : 'Publish', asked: 'published' });
const saveChanges: Action = { label: 'Save changes', asked: undefined };
const backToDraft: Action = { label: 'Back to draft', asked: 'draft' };

/** What can be done with a video in the editor, the first of them its purpose. */
const actionsOf: Readonly<Record<OwnVideo['state'] | 'new', (later: boolean) => readonly Action[]>> = {
  new: (later) => [publish(later), { label: 'Save as draft', asked: 'draft' }],
  draft: (later) => [publish(later), { label: 'Save the draft', asked: undefined }],
  scheduled: () => [saveChanges, backToDraft],
  processing: () => [saveChanges, backToDraft],
  waiting: () => [saveChanges, backToDraft],
  failed: () => [saveChanges, backToDraft],
  published: () => [saveChanges],
  archived: () => [{ label: 'Save and restore', asked: 'published' }, saveChanges],
  removed: () => [],
};

const fieldIds: Partial<Record<keyof VideoErrors, string>> = { title: 'video-title', price: 'video-price', scheduledAt: 'video-scheduled' };
const listed = (errors: VideoErrors, problem: string | null): FormError[] => [
  ...(Object.entries(errors) as [keyof VideoErrors, string][]).map(([name, message]) => ({ ...(fieldIds[name] && { fieldId: fieldIds[name] }), message })),
  ...(problem ? [{ message: problem }] : []),
];

const Words = ({ values, set, errors }: VideoEditorState) => (
  <Stack>
    <TextInput id="video-title" label="Title" required maxLength={limits.text.title} error={errors.title} value={values.title} onChange={(event) => set({ title: event.target.value })} />
    <TextArea label="Description" optional rows={4} counted maxLength={limits.text.post} value={values.description} onChange={(event) => set({ description: event.target.value })} />
    <TagsField value={values.tags} onChange={(tags) => set({ tags })} />
    <CoCreatorsField value={values.coCreators} onChange={(coCreators) => set({ coCreators })} />
  </Stack>
);

function Buttons({ main, more, busy, send }: Pick<VideoEditorState, 'busy' | 'send'> & { main: Action | undefined; more: readonly Action[] }) {
  const isBusy = ({ asked }: Action) => busy === (asked ?? 'changes');
  return (
    <Row gap={12}>
      {main ? <Button type="submit" variant="primary" large busy={isBusy(main)}>{main.label}</Button> : null}
      {more.map((action) => <Button key={action.label} large busy={isBusy(action)} onClick={() => send(action.asked)}>{action.label}</Button>)}
    </Row>
  );
}

/** Makes or changes a video: its files, words, who sees it, what it costs, when. */
export function VideoEditor(world: VideoEditorWorld) {
  const { video } = world;
  const editor = useVideoEditor(world);
  const { values, set, errors, problem, busy, files, send, submit } = editor;
  const [main, ...more] = actionsOf[video?.state ?? 'new'](values.later);
  return (
    <form onSubmit={submit(main?.asked)} noValidate>
      <Stack gap={24}>
        <FormErrors errors={listed(errors, problem)} title="Before it can go out" />
        <Card><VideoFileFields files={files} errors={errors} disabled={busy !== null} /></Card>
        <Card><Words {...editor} /></Card>
        <Card><VideoTerms values={values} set={set} errors={errors} /></Card>
        {video?.publishedAt ? null : <Card><StartField values={values} set={set} error={errors.scheduledAt} thing="video" nowHint="As soon as it is processed, and everybody tagged has accepted." /></Card>}
        <Buttons main={main} more={more} busy={busy} send={send} />
      </Stack>
    </form>
  );
}
