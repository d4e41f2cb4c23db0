import { useEffect, useEffectEvent, useState } from 'react';
import type { OwnPost } from '#contract/content/posts/posts.ts';
import type { RequestedState } from '#components/content/studio/editor-actions.ts';
import { remembered } from '#components/base/files/upload-items.ts';
import { useForm } from '#ui/forms/use-form.ts';
import type { PostDraft } from './post-draft.ts';
import { type PostErrors, type PostValues, postErrors } from './post-values.ts';
import type { EditorContent } from './use-server-draft.ts';
import {
  type FirstMedia,
  collectFileIds,
  pickMainUploads,
  summarizeMedia,
  usePostMedia,
} from './use-post-media.ts';

export interface PostEditorProps {
  /** Null for a new post. */
  readonly post: OwnPost | null;
  readonly initial: PostValues;
  readonly media: FirstMedia;
  readonly save: (sent: EditorContent & { readonly requestedState: RequestedState }) => Promise<void>;
  /** Called on every change, to save the draft of a new post. */
  readonly onChange?: (draft: PostDraft, content: EditorContent) => void;
}

const apiNames: Readonly<Record<string, keyof PostErrors>> = {
  fileIds: 'media',
  thumbnailId: 'media',
  teaserId: 'teaser',
  linkCard: 'text',
  'poll.question': 'question',
  'poll.options': 'options',
  'poll.expiresAt': 'endsAt',
};

/**
 * State of the post editor. Input is kept if the server rejects it; leaving during an upload asks for
 * confirmation.
 */
export function usePostEditor({ post, initial, media: first, save, onChange }: PostEditorProps) {
  const [values, setValues] = useState(initial);
  const media = usePostMedia(first);
  const { kind } = values;
  const draft: PostDraft = {
    values,
    files: remembered(pickMainUploads(media, kind)?.items ?? []),
    thumbnail: remembered(media.thumbnail.items),
    teaser: remembered(media.teaser.items),
  };
  const snapshot = JSON.stringify(draft);
  const content = { values, files: collectFileIds(media, kind), mediaState: summarizeMedia(media, kind) };
  const emitChange = useEffectEvent(() => onChange?.(draft, content));
  const isBusy = content.mediaState.busy;
  useEffect(() => emitChange(), [snapshot, isBusy]);
  const form = useForm<PostValues, RequestedState, keyof PostErrors>({
    initial,
    store: { values, setValues },
    apiNames,
    isUploading: isBusy,
    check: (now, asked) => {
      const goesOut = asked === 'published' || (post !== null && post.state !== 'draft' && asked !== 'draft');
      return postErrors(now, content.mediaState, goesOut);
    },
    submit: (_now, asked) => save({ ...content, requestedState: asked }),
  });
  return { form, media };
}
