import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes';
import type { FeedCreate, OwnFeed } from '#contract/feeds';
import { problemCode, problemMessage } from '#lib/problem';
import { useGetOwnFeedQuery, useUpdateFeedMutation } from '#state/api-studio';
import { Button } from '#ui/button';
import { ButtonLink } from '#ui/button-link';
import { PageHead } from '#ui/page-head';
import { PageHeader } from '#ui/page-header';
import { Bone, BoneText, Skeleton } from '#ui/skeleton';
import { Row, Stack } from '#ui/stack';
import { EmptyState, ErrorState } from '#ui/states';
import { toast } from '#ui/toast';
import { DeletePost } from './delete-post.tsx';
import { PostEditor } from './post-editor.tsx';
import { valuesOf } from './post-values.tsx';
import { keptPhoto } from './use-photo-uploads.tsx';

function Editing({ feed }: { feed: OwnFeed }) {
  const router = useRouter();
  const [update] = useUpdateFeedMutation();
  const [deleting, setDeleting] = useState(false);
  const editable = feed.type === 'photo' || feed.type === 'text';
  const save = async ({ fileIds, ...body }: Omit<FeedCreate, 'type'>) => {
    await update({ id: feed._id, body: editable ? { ...body, fileIds } : body }).unwrap();
    toast.success('Changes saved');
    await router.push(routes.feed(feed._id));
  };
  return (
    <>
      <PageHeader
        title="Edit post"
        actions={
          <Row>
            <ButtonLink href={routes.feed(feed._id)}>See the post</ButtonLink>
            <Button variant="quietDanger" onClick={() => setDeleting(true)}>Delete</Button>
          </Row>
        }
      />
      <PostEditor initial={valuesOf(feed)} initialPhotos={feed.files.map(keptPhoto)} photos={editable ? 'editable' : 'fixed'} action="Save changes" save={save} />
      {deleting ? <DeletePost feed={feed} onClose={() => setDeleting(false)} onDeleted={() => void router.push(routes.creatorFeeds)} /> : null}
    </>
  );
}

/** Instead of the post: it is on its way, gone, or didn't come. */
function NoPost({ error, onRetry, busy }: { error: unknown; onRetry: () => void; busy: boolean }) {
  if (!error) return <Skeleton label="Loading the post"><Stack><BoneText lines={2} /><Bone height={160} width="100%" /><Bone height={220} width="100%" /></Stack></Skeleton>;
  if (problemCode(error) !== 'not_found') return <ErrorState text={problemMessage(error)} onRetry={onRetry} busy={busy} />;
  return <EmptyState title="This post isn’t here" text="It may have been deleted." action={<ButtonLink href={routes.creatorFeeds}>All posts</ButtonLink>} />;
}

/** `/creator/feeds/[id]`. */
export function EditFeedView() {
  const { query, isReady } = useRouter();
  const id = typeof query['id'] === 'string' ? query['id'] : '';
  const { data, error, isFetching, refetch } = useGetOwnFeedQuery(id, { skip: !isReady || !id });
  return (
    <Stack gap={24}>
      <PageHead title="Edit post" unlisted />
      {data ? <Editing key={data._id} feed={data} /> : null}
      {data ? null : <NoPost error={error} onRetry={() => void refetch()} busy={isFetching} />}
    </Stack>
  );
}
