import { Suspense, useState } from 'react';
import type { OwnPost } from '#contract/content/posts/posts.ts';
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
import { Card } from '#ui/layout/card.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { LinkCardField } from './link-card-field.tsx';
import { PollFields } from './poll-fields.tsx';
import { PostMediaFields } from './post-media-fields.tsx';
import { PostOptions, PostTerms, PostTiming } from './post-pricing.tsx';
import type { PostErrors, PostKind } from './post-values.ts';
import { type NamedSeries, SeriesField } from './series/series-field.tsx';
import { TemplateTools } from './templates/template-tools.tsx';
import { PostTextField } from './writing/post-text-field.tsx';
import { pickMainUploads } from './use-post-media.ts';
import { type PostEditorProps, usePostEditor } from './use-post-editor.ts';

const SeriesDialog = lazyPart(async () => (await import('./series/series-dialog.tsx')).SeriesDialog);

const kinds: readonly (readonly [PostKind, string])[] = [
  ['post', 'Text and photos'],
  ['video', 'Video'],
  ['audio', 'Audio'],
  ['teaser', 'Teaser'],
  ['poll', 'Poll'],
];

/** The actions available in each state, the primary one first. */
const actionsOf: Readonly<Record<OwnPost['state'] | 'new', (later: boolean) => readonly EditorAction[]>> = {
  new: (later) => [publish(later), saveAsDraft],
  draft: (later) => [publish(later), saveDraft],
  scheduled: (later) => [
    later ? saveChanges : { label: 'Publish now', requestedState: 'published' },
    backToDraft,
  ],
  processing: () => [saveChanges, backToDraft],
  failed: () => [{ label: 'Publish again', requestedState: 'published' }, backToDraft],
  published: () => [saveChanges],
  archived: () => [saveAndRestore, saveChanges],
  expired: () => [{ label: 'Publish again', requestedState: 'published' }, saveChanges],
  removed: () => [],
};

const fieldIds: Partial<Record<keyof PostErrors, string>> = {
  text: 'post-text',
  price: 'post-price',
  scheduledAt: 'post-scheduled',
  expiresAt: 'post-expires',
  seriesId: 'post-series',
  question: 'poll-question',
  options: 'poll-answer-0',
  endsAt: 'poll-ends',
};

const KindChoice = ({ value, onChange }: { value: PostKind; onChange: (kind: PostKind) => void }) => (
  <ChipRow label="Post type">
    {kinds.map(([kind, label]) => (
      <ChipButton key={kind} pressed={value === kind} onClick={() => onChange(kind)}>
        {label}
      </ChipButton>
    ))}
  </ChipRow>
);

type Editor = ReturnType<typeof usePostEditor> & { readonly post: OwnPost | null };

/** Photos stand in the place of a link's card, and a post with photos stays one. */
const mayHaveCard = ({ post, values, media }: Editor): boolean =>
  post ? post.type === 'text' : values.kind === 'post' && pickMainUploads(media, 'post')?.items.length === 0;

/** Text, poll and files. */
function Content(editor: Editor) {
  const { post, values, set, errors, media, busy } = editor;
  const { kind, poll } = values;
  return (
    <Stack>
      <PostTextField
        id="post-text"
        rows={kind === 'post' ? 6 : 3}
        error={errors.text}
        value={values.text}
        onChange={(text) => set({ text })}
      />
      {mayHaveCard(editor) ? <LinkCardField values={values} set={set} /> : null}
      {kind === 'poll' ? (
        <PollFields
          poll={poll}
          set={(change) => set({ poll: { ...poll, ...change } })}
          errors={errors}
          fixed={(post?.poll?.total ?? 0) > 0}
        />
      ) : null}
      {post?.type === 'text' ? null : (
        <PostMediaFields kind={kind} media={media} errors={errors} disabled={busy !== null} />
      )}
    </Stack>
  );
}

/** The form to create or edit a post of any type: content, audience, price and times. */
export function PostEditor(props: PostEditorProps) {
  const { post } = props;
  const editor = usePostEditor(props);
  const { values, set, errors, problem, busy, submit, send, onStopWaiting } = editor;
  const actions = actionsOf[post?.state ?? 'new'](values.later);
  const parts = { values, set, errors };
  const [isNaming, setNaming] = useState(false);
  const [made, setMade] = useState<NamedSeries | null>(null);
  const known = [post?.series, made].filter((series) => series !== null && series !== undefined);
  return (
    <Stack>
      {/* Beside the form, because its dialogs have forms of their own. */}
      <TemplateTools values={values} set={set} isNew={post === null} />
      {isNaming ? (
        <Suspense fallback={null}>
          <SeriesDialog
            series={null}
            onDone={(series) => {
              setMade(series);
              set({ seriesId: series._id });
              setNaming(false);
            }}
            onClose={() => setNaming(false)}
          />
        </Suspense>
      ) : null}
      <Form onSubmit={submit(actions[0]?.requestedState)}>
        <Stack gap={24}>
          {post ? null : <KindChoice value={values.kind} onChange={(kind) => set({ kind })} />}
          <FormErrors errors={listedErrors(errors, problem, fieldIds)} title="Before you can publish" />
          <Card>
            <Content {...editor} post={post} />
          </Card>
          <Card>
            <PostTerms {...parts} />
          </Card>
          <Card>
            <PostTiming {...parts} out={(post?.publishedAt ?? null) !== null} />
          </Card>
          <Card>
            <SeriesField
              id="post-series"
              value={values.seriesId}
              onChange={(seriesId) => set({ seriesId })}
              error={errors.seriesId}
              known={known}
              onNew={() => setNaming(true)}
            />
          </Card>
          <Card>
            <PostOptions {...parts} />
          </Card>
          <EditorButtons {...{ actions, busy, send, onStopWaiting }} />
        </Stack>
      </Form>
    </Stack>
  );
}
