import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes';
import type { OwnFeed } from '#contract/feeds';
import { selectAuthUser } from '#state/auth';
import { useCreateFeedMutation, useCreatePollMutation } from '#state/api-studio';
import { useAppSelector } from '#state/hooks';
import { PageHead } from '#ui/page-head';
import { PageHeader } from '#ui/page-header';
import { Stack } from '#ui/stack';
import { toast } from '#ui/toast';
import { readPostDraft, writePostDraft } from './post-draft.tsx';
import { PostEditor } from './post-editor.tsx';
import { newPollOf, newPostOf } from './post-values.tsx';
import type { PostEditorWorld } from './use-post-editor.tsx';
import { goneOut } from './use-feed-actions.tsx';
import { mediaOfDraft } from './use-post-media.tsx';

const said: Partial<Record<OwnFeed['state'], string>> = { ...goneOut, draft: 'Saved as a draft' };

/** Where a post leads once it is saved: to itself when it is out, else to where it waits. */
export const placeAfter = (feed: OwnFeed): string =>
  feed.state === 'published' ? routes.feed(feed._id) : routes.creatorFeeds;

/** `/creator/feeds/new`. What was begun outlives a reload, uploads included. */
export function NewFeedView() {
  const router = useRouter();
  const accountId = useAppSelector(selectAuthUser)?._id ?? '';
  const [createFeed] = useCreateFeedMutation();
  const [createPoll] = useCreatePollMutation();
  const [draft] = useState(() => readPostDraft(accountId));
  const [sent, setSent] = useState(false);
  const save: PostEditorWorld['save'] = async ({ values, files, asked }) => {
    const state = asked === 'draft' ? 'draft' : 'published';
    const feed = await (
      values.kind === 'poll'
        ? createPoll(newPollOf(values, state))
        : createFeed(newPostOf(values, files, state))
    ).unwrap();
    setSent(true);
    writePostDraft(accountId, null);
    toast.success(said[feed.state] ?? 'Saved');
    await router.push(placeAfter(feed));
  };
  return (
    <Stack gap={24}>
      <PageHead title="New post" unlisted />
      <PageHeader title="New post" />
      <PostEditor
        feed={null}
        initial={draft.values}
        media={mediaOfDraft(draft)}
        save={save}
        onChange={(next) => (sent ? undefined : writePostDraft(accountId, next))}
      />
    </Stack>
  );
}
