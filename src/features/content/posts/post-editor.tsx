import { Suspense, useState } from 'react';
import type { OwnPost } from '#contract/content/posts/posts.ts';
import { timeZone, toLocalInput } from '#lib/local-time.ts';
import {
  PricingFields,
  type PricingLabels,
  StartField,
} from '#components/content/media-items/pricing-fields.tsx';
import { StudioEditor } from '#components/content/studio/studio-editor.tsx';
import { DateField } from '#ui/antd/date-field.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { useNow } from '#ui/content/relative-time.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { LinkCardField } from './link-card-field.tsx';
import { PollFields } from './poll-fields.tsx';
import { PostMediaFields } from './post-media-fields.tsx';
import { postKind } from './post-kind.tsx';
import type { PostKind } from './post-values.ts';
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
const mayHaveCard = ({ post, form: { values }, media }: Editor): boolean =>
  post ? post.type === 'text' : values.kind === 'post' && pickMainUploads(media, 'post')?.items.length === 0;

/** Text, poll and files. */
function Content(editor: Editor) {
  const { post, form, media } = editor;
  const { values, change, fieldErrors } = form;
  const { kind, poll } = values;
  return (
    <Stack>
      <PostTextField
        rows={kind === 'post' ? 6 : 3}
        error={fieldErrors.text}
        value={values.text}
        onChange={(text) => change({ text })}
      />
      {mayHaveCard(editor) ? <LinkCardField values={values} set={change} /> : null}
      {kind === 'poll' ? (
        <PollFields
          poll={poll}
          set={(part) => change({ poll: { ...poll, ...part } })}
          errors={fieldErrors}
          fixed={(post?.poll?.total ?? 0) > 0}
        />
      ) : null}
      {post?.type === 'text' ? null : (
        <PostMediaFields kind={kind} media={media} errors={fieldErrors} disabled={form.busy} />
      )}
    </Stack>
  );
}

const pricingLabels: PricingLabels = {
  noun: 'post',
  lockedHint: 'Others see a blurred preview and how to unlock it.',
  soldHint: 'Buyers pay once and keep access.',
};

type PostForm = Pick<Editor, 'form'>;

/**
 * When the post is published and when it expires, in the user's time zone. `out` hides the publishing time of
 * a post that was already published.
 */
function Timing({ form, out }: PostForm & { out: boolean }) {
  const now = useNow();
  return (
    <Stack>
      {out ? null : <StartField form={form} nowHint="As soon as the files are ready." />}
      <Checkbox label="Expire automatically" hint="Buyers keep access." {...form.flag('expires')} />
      {form.values.expires ? (
        <DateField
          kind="datetime"
          label="Expires"
          hint={`Your time (${timeZone()})`}
          min={toLocalInput(new Date(now + 60_000))}
          required
          {...form.picked('expiresAt')}
        />
      ) : null}
    </Stack>
  );
}

/** Further settings of a post. */
const Options = ({ form }: PostForm) => (
  <Stack>
    <Checkbox label="Comments" hint="Anyone who can see it can comment." {...form.flag('commentsEnabled')} />
    <Checkbox label="Pin to the top of your page" {...form.flag('pinned')} />
  </Stack>
);

/** The form to create or edit a post of any type: content, audience, price and times. */
export function PostEditor(props: PostEditorProps) {
  const { post } = props;
  const { form, media } = usePostEditor(props);
  const { values, change } = form;
  const [isNaming, setNaming] = useState(false);
  const [made, setMade] = useState<NamedSeries | null>(null);
  const known = [post?.series, made].filter((series) => series !== null && series !== undefined);
  return (
    <Stack>
      {/* Beside the form, because its dialogs have forms of their own. */}
      <TemplateTools values={values} set={change} isNew={post === null} />
      {isNaming ? (
        <Suspense fallback={null}>
          <SeriesDialog
            series={null}
            onDone={(series) => {
              setMade(series);
              change({ seriesId: series._id });
              setNaming(false);
            }}
            onClose={() => setNaming(false)}
          />
        </Suspense>
      ) : null}
      <StudioEditor kind={postKind} item={post} form={form} later={values.later}>
        {post ? null : <KindChoice value={values.kind} onChange={(kind) => change({ kind })} />}
        <Card>
          <Content {...{ post, form, media }} />
        </Card>
        <Card>
          <Stack>
            <PricingFields form={form} words={pricingLabels} />
          </Stack>
        </Card>
        <Card>
          <Timing form={form} out={(post?.publishedAt ?? null) !== null} />
        </Card>
        <Card>
          <SeriesField {...form.text('seriesId')} known={known} onNew={() => setNaming(true)} />
        </Card>
        <Card>
          <Options form={form} />
        </Card>
      </StudioEditor>
    </Stack>
  );
}
