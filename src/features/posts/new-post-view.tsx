import { useRouter } from 'next/router';
import { useMemo, useState } from 'react';
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
import { emptyDraft, hasPostDraft, readPostDraft, writePostDraft } from './post-draft.ts';
import { PostEditor } from './post-editor.tsx';
import { newPollOf, newPostOf } from './post-values.ts';
import type { PostEditorProps } from './use-post-editor.ts';
import { publishedTexts } from './use-post-actions.ts';
import { mediaOfDraft } from './use-post-media.ts';

const said: Partial<Record<OwnPost['state'], string>> = { ...publishedTexts, draft: 'Saved as a draft' };

/** Where to navigate after saving: to the post if it is published, else to the list of posts. */
export const placeAfter = (feed: OwnPost): string =>
  feed.state === 'published' ? routes.feed(feed._id) : routes.creatorPosts;

/** `/creator/feeds/new`. A draft survives a reload, including its uploads. */
export function NewPostView() {
  const accountId = useAppSelector(selectAuthUser)?._id ?? '';
  const hydrated = useHydrated();
  const hasDraft = useMemo(() => hydrated && hasPostDraft(accountId), [hydrated, accountId]);
  return (
    <Stack gap={24}>
      <PageHead title="New post" unlisted />
      <PageHeader title="New post" />
      {/* The server's render can't include this device's draft: an editor with one is mounted afterwards. */}
      <NewPost key={hasDraft ? 'draft' : 'empty'} accountId={accountId} onThisDevice={hydrated} />
    </Stack>
  );
}

interface NewPostProps {
  readonly accountId: string;
  /** False during hydration, when the draft must be neither read nor overwritten. */
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
