import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes.ts';
import type { OwnPost } from '#contract/posts.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { useCreatePostMutation, useCreatePollMutation } from '#state/api/own-posts.ts';
import { useAppSelector } from '#state/hooks.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { emptyDraft, readPostDraft, writePostDraft } from './post-draft.ts';
import { PostEditor } from './post-editor.tsx';
import { newPollOf, newPostOf } from './post-values.ts';
import type { PostEditorProps } from './use-post-editor.ts';
import { publishedTexts } from './use-post-actions.ts';
import { mediaOfDraft } from './use-post-media.ts';

const said: Partial<Record<OwnPost['state'], string>> = { ...publishedTexts, draft: 'Saved as a draft' };

/** Where a post leads once it is saved: to itself when it is out, else to where it waits. */
export const placeAfter = (feed: OwnPost): string =>
  feed.state === 'published' ? routes.feed(feed._id) : routes.creatorPosts;

/** `/creator/feeds/new`. What was begun outlives a reload, uploads included. */
export function NewPostView() {
  const accountId = useAppSelector(selectAuthUser)?._id ?? '';
  const hydrated = useHydrated();
  return (
    <Stack gap={24}>
      <PageHead title="New post" unlisted />
      <PageHeader title="New post" />
      {/* The server knows nothing of this device's draft: the first drawing has to be without it. */}
      <NewPost key={hydrated ? 'draft' : 'empty'} accountId={accountId} onThisDevice={hydrated} />
    </Stack>
  );
}

interface NewPostProps {
  readonly accountId: string;
  /** False in the drawing that equals the server's: no draft is read, and above all none is overwritten. */
  readonly onThisDevice: boolean;
}

function NewPost({ accountId, onThisDevice }: NewPostProps) {
  const router = useRouter();
  const [createPost] = useCreatePostMutation();
  const [createPoll] = useCreatePollMutation();
  const [draft] = useState(() => (onThisDevice ? readPostDraft(accountId) : emptyDraft));
  const [sent, setSent] = useState(false);
  const save: PostEditorProps['save'] = async ({ values, files, asked }) => {
    const state = asked === 'draft' ? 'draft' : 'published';
    const feed = await (
      values.kind === 'poll'
        ? createPoll(newPollOf(values, state))
        : createPost(newPostOf(values, files, state))
    ).unwrap();
    setSent(true);
    writePostDraft(accountId, null);
    toast.success(said[feed.state] ?? 'Post saved');
    await router.push(placeAfter(feed));
  };
  return (
    <PostEditor
      feed={null}
      initial={draft.values}
      media={mediaOfDraft(draft)}
      save={save}
      onChange={(next) => (sent || !onThisDevice ? undefined : writePostDraft(accountId, next))}
    />
  );
}
