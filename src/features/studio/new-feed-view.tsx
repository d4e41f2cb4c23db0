import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes';
import type { FeedCreate } from '#contract/feeds';
import { useCreateFeedMutation } from '#state/api-studio';
import { PageHead } from '#ui/page-head';
import { PageHeader } from '#ui/page-header';
import { Stack } from '#ui/stack';
import { toast } from '#ui/toast';
import { readPostDraft, writePostDraft } from './post-draft.tsx';
import { PostEditor } from './post-editor.tsx';

/** `/creator/feeds/new`. Its words outlive a reload. */
export function NewFeedView() {
  const router = useRouter();
  const [create] = useCreateFeedMutation();
  const [draft] = useState(readPostDraft);
  const publish = async (body: Omit<FeedCreate, 'type'>) => {
    const feed = await create({ ...body, type: body.fileIds.length > 0 ? 'photo' : 'text' }).unwrap();
    writePostDraft(null);
    toast.success('Published');
    await router.push(routes.feed(feed._id));
  };
  return (
    <Stack gap={24}>
      <PageHead title="New post" unlisted />
      <PageHeader title="New post" />
      <PostEditor initial={draft} initialPhotos={[]} photos="editable" action="Publish" save={publish} onChange={writePostDraft} />
    </Stack>
  );
}
