import { useRouter } from 'next/router';
import { useState } from 'react';
import { routes } from '#config/routes';
import type { OwnFeed } from '#contract/feeds';
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
import { FeedState } from './feed-states.tsx';
import { placeAfter } from './new-feed-view.tsx';
import { PollResults } from './poll-results.tsx';
import { PostEditor } from './post-editor.tsx';
import { PostState } from './post-state.tsx';
import { changesOf, valuesOf } from './post-values.tsx';
import { goneOut } from './use-feed-actions.tsx';
import type { PostEditorWorld } from './use-post-editor.tsx';
import { mediaOf } from './use-post-media.tsx';

const moved: Partial<Record<OwnFeed['state'], string>> = { ...goneOut, draft: 'It is a draft again' };
const saidOf = (feed: OwnFeed, before: OwnFeed): string =>
  (feed.state === before.state ? undefined : moved[feed.state]) ?? 'Changes saved';

function Actions({ feed, onDelete }: { feed: OwnFeed; onDelete: () => void }) {
  const [update, { isLoading }] = useUpdateFeedMutation();
  const archive = async () => {
    const result = await update({ id: feed._id, body: { state: 'archived' } });
    if (result.error) toast.error(problemMessage(result.error));
    else toast.success('Archived');
  };
  return (
    <Row>
      {feed.publishedAt ? <ButtonLink href={routes.feed(feed._id)}>See the post</ButtonLink> : null}
      {feed.state === 'published' ? (
        <Button busy={isLoading} onClick={() => void archive()}>
          Archive
        </Button>
      ) : null}
      <Button variant="quietDanger" onClick={onDelete}>
        Delete
      </Button>
    </Row>
  );
}

function Editing({ feed, onChanged }: { feed: OwnFeed; onChanged: () => void }) {
  const router = useRouter();
  const [update] = useUpdateFeedMutation();
  const [deleting, setDeleting] = useState(false);
  const save: PostEditorWorld['save'] = async ({ values, files, asked }) => {
    const saved = await update({
      id: feed._id,
      body: changesOf(feed, values, { files, state: asked }),
    }).unwrap();
    toast.success(saidOf(saved, feed));
    await router.push(placeAfter(saved));
  };
  const initial = valuesOf(feed);
  return (
    <>
      <PageHeader
        title={
          <>
            Edit post <FeedState feed={feed} />
          </>
        }
        actions={<Actions feed={feed} onDelete={() => setDeleting(true)} />}
      />
      <PostState feed={feed} onChanged={onChanged} />
      {feed.poll ? <PollResults poll={feed.poll} /> : null}
      <PostEditor feed={feed} initial={initial} media={mediaOf(feed, initial.kind)} save={save} />
      {deleting ? (
        <DeletePost
          feed={feed}
          onClose={() => setDeleting(false)}
          onDeleted={() => void router.push(routes.creatorFeeds)}
        />
      ) : null}
    </>
  );
}

/** Instead of the post: it is on its way, gone, or didn't come. */
function NoPost({ error, onRetry, busy }: { error: unknown; onRetry: () => void; busy: boolean }) {
  if (!error)
    return (
      <Skeleton label="Loading the post">
        <Stack>
          <BoneText lines={2} />
          <Bone height={160} width="100%" />
          <Bone height={220} width="100%" />
        </Stack>
      </Skeleton>
    );
  if (problemCode(error) !== 'not_found')
    return <ErrorState text={problemMessage(error)} onRetry={onRetry} busy={busy} />;
  return (
    <EmptyState
      title="This post isn’t here"
      text="It may have been deleted."
      action={<ButtonLink href={routes.creatorFeeds}>All posts</ButtonLink>}
    />
  );
}

/** `/creator/feeds/[id]`. */
export function EditFeedView() {
  const { query, isReady } = useRouter();
  const id = typeof query['id'] === 'string' ? query['id'] : '';
  const { data, error, isFetching, refetch } = useGetOwnFeedQuery(id, { skip: !isReady || !id });
  return (
    <Stack gap={24}>
      <PageHead title="Edit post" unlisted />
      {data ? <Editing key={data._id} feed={data} onChanged={() => void refetch()} /> : null}
      {data ? null : <NoPost error={error} onRetry={() => void refetch()} busy={isFetching} />}
    </Stack>
  );
}
