import { useEffect, useEffectEvent, useState } from 'react';
import type { FormEvent } from 'react';
import type { OwnPost } from '#contract/content/posts/posts.ts';
import { problemFields, problemMessage } from '#lib/problem.ts';
import type { Asked } from '#components/content/media-items/editor-actions.tsx';
import { remembered } from '#components/base/files/upload-items.ts';
import { useArrivalOfFiles, useAfterUpload } from '#components/base/files/use-after-upload.tsx';
import type { PostDraft } from './post-draft.ts';
import { type PostErrors, type PostValues, postErrors } from './post-values.ts';
import type { EditorContent } from './use-server-draft.ts';
import { type FirstMedia, filesOf, mainOf, mediaStateOf, usePostMedia } from './use-post-media.ts';

export interface PostEditorProps {
  /** Null for a new post. */
  readonly post: OwnPost | null;
  readonly initial: PostValues;
  readonly media: FirstMedia;
  readonly save: (sent: EditorContent & { readonly asked: Asked }) => Promise<void>;
  /** Called on every change, to save the draft of a new post. */
  readonly onChange?: (draft: PostDraft, content: EditorContent) => void;
}

/** Maps field names of the API to those of the editor. */
const fieldOf: Readonly<Record<string, keyof PostErrors>> = {
  text: 'text',
  price: 'price',
  fileIds: 'media',
  thumbnailId: 'media',
  teaserId: 'teaser',
  scheduledAt: 'scheduledAt',
  expiresAt: 'expiresAt',
  seriesId: 'seriesId',
  linkCard: 'text',
  'poll.question': 'question',
  'poll.options': 'options',
  'poll.expiresAt': 'endsAt',
};

/** Server errors, by field where possible. */
function refusal(problem: unknown): { errors: PostErrors; problem: string | null } {
  const errors = Object.fromEntries(
    Object.entries(problemFields(problem)).flatMap(([name, message]) =>
      fieldOf[name] ? [[fieldOf[name], message]] : [],
    ),
  ) as PostErrors;
  return Object.keys(errors).length > 0
    ? { errors, problem: null }
    : { errors, problem: problemMessage(problem) };
}

/**
 * State of the post editor. Input is kept if the server rejects it; leaving during an upload asks for
 * confirmation.
 */
export function usePostEditor({ post, initial, media: first, save, onChange }: PostEditorProps) {
  const [values, setValues] = useState(initial);
  const [shown, setShown] = useState<ReturnType<typeof refusal>>({ errors: {}, problem: null });
  const [busy, setBusy] = useState<Asked | 'changes' | null>(null);
  const media = usePostMedia(first);
  const { kind } = values;
  const draft: PostDraft = {
    values,
    files: remembered(mainOf(media, kind)?.items ?? []),
    thumbnail: remembered(media.thumbnail.items),
    teaser: remembered(media.teaser.items),
  };
  const kept = JSON.stringify(draft);
  const content = { values, files: filesOf(media, kind), mediaState: mediaStateOf(media, kind) };
  const tell = useEffectEvent(() => onChange?.(draft, content));
  const isBusy = content.mediaState.busy;
  useEffect(() => tell(), [kept, isBusy]);
  const set = (change: Partial<PostValues>) => {
    setValues({ ...values, ...change });
    setShown({ errors: {}, problem: null });
  };
  const arrival = useArrivalOfFiles<Asked>();
  const send = async (asked: Asked) => {
    if (busy) return;
    arrival.clear();
    const goesOut = asked === 'published' || (post !== null && post.state !== 'draft' && asked !== 'draft');
    const mediaState = mediaStateOf(media, kind);
    const errors = postErrors(values, mediaState, goesOut);
    setShown({ errors, problem: null });
    if (Object.keys(errors).length > 0) return;
    if (mediaState.busy) return arrival.wait(asked);
    setBusy(asked ?? 'changes');
    try {
      await save({ ...content, asked });
    } catch (caught) {
      setShown(refusal(caught));
    } finally {
      setBusy(null);
    }
  };
  useAfterUpload(arrival, mediaStateOf(media, kind).busy, (asked) => void send(asked));
  const doing = arrival.waiting ? (arrival.waiting.asked ?? 'changes') : busy;
  return {
    values,
    set,
    ...shown,
    media,
    busy: doing,
    onStopWaiting: arrival.stop,
    submit: (asked: Asked) => (event: FormEvent) => (event.preventDefault(), void send(asked)),
    send: (asked: Asked) => void send(asked),
  };
}
