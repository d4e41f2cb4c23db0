import { useRouter } from 'next/router';
import { Suspense, useState } from 'react';
import { routes } from '#config/routes.ts';
import type { OwnPost } from '#contract/content/posts/posts.ts';
import { TakenDownNotice } from '#components/across/decisions/taken-down-notice.tsx';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { NotFound } from '#components/base/lists/not-found.tsx';
import {
  ChangedElsewhere,
  isSame,
  useChangedElsewhere,
} from '#components/base/writing/changed-elsewhere.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { getOwnPost, updatePost } from '#services/content/posts/posts.ts';
import { useApi } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { SkeletonBlock, SkeletonText, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { DeletePost } from './delete-post.tsx';
import { PostStateLabel } from './post-state-label.tsx';
import { placeAfter } from './new-post-view.tsx';
import { PollResults } from './poll-results.tsx';
import { PostEditor } from './post-editor.tsx';
import { PostState } from './post-state.tsx';
import { type PostFiles, type PostValues, changesOf, valuesOf } from './post-values.ts';
import { UnsavedNotice } from './unsaved-notice.tsx';
import { publishedTexts, usePostActions } from './use-post-actions.ts';
import type { PostEditorProps } from './use-post-editor.ts';
import { mediaOf, mediaOfDraft } from './use-post-media.ts';
import { useUnsavedChanges } from './use-unsaved-changes.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';

const PreviewDialog = lazyPart(async () => (await import('./preview-dialog.tsx')).PreviewDialog);

const moved: Partial<Record<OwnPost['state'], string>> = { ...publishedTexts, draft: 'Moved to drafts' };
const resultText = (post: OwnPost, before: OwnPost): string =>
  (post.state === before.state ? undefined : moved[post.state]) ?? 'Changes saved';

function Actions({ post, onDelete }: { post: OwnPost; onDelete: () => void }) {
  const [isPreviewing, setPreviewing] = useState(false);
  const [isArchiving, setArchiving] = useState(false);
  const actions = usePostActions();
  const archive = async () => {
    setArchiving(true);
    await actions.archive([post]);
    setArchiving(false);
  };
  return (
    <Row>
      {post.publishedAt ? <ButtonLink href={routes.feed(post._id)}>View post</ButtonLink> : null}
      <Button onClick={() => setPreviewing(true)}>Preview as…</Button>
      {isPreviewing ? (
        <Suspense fallback={null}>
          <PreviewDialog post={post} onClose={() => setPreviewing(false)} />
        </Suspense>
      ) : null}
      {post.state === 'published' ? (
        <Button busy={isArchiving} onClick={() => void archive()}>
          Archive
        </Button>
      ) : null}
      <Button variant="quietDanger" onClick={onDelete}>
        Delete
      </Button>
    </Row>
  );
}

/** Everything that the editor can change. */
const getParts = (post: OwnPost) => [
  valuesOf(post),
  post.files.map(({ _id }) => _id),
  post.thumbnail?._id ?? null,
  post.teaser?._id ?? null,
];

/** A chosen card is compared by its link alone, which the text has: its token is known only until it is saved. */
const withoutToken = (values: PostValues): PostValues => ({
  ...values,
  link: values.link && { ...values.link, token: null },
});

const hasAlts = ({ files, thumbnail, teaser }: OwnPost, alts: PostFiles['alts']): boolean =>
  [...files, thumbnail, teaser].every(
    (file) => !file || (alts[file._id] ?? file.alt ?? '') === (file.alt ?? ''),
  );

/** Whether a post has all that its editor has, so that a save would change no more than its state. */
function hasContent(post: OwnPost, values: PostValues, files: PostFiles): boolean {
  const own: PostFiles = {
    fileIds: post.files.map(({ _id }) => _id),
    thumbnailId: post.thumbnail?._id ?? null,
    teaserId: post.teaser?._id ?? null,
    alts: {},
  };
  const state = undefined;
  return (
    hasAlts(post, files.alts) &&
    isSame(
      changesOf(post, withoutToken(values), { files: { ...files, alts: {} }, state }),
      changesOf(post, valuesOf(post), { files: own, state }),
    )
  );
}

function Editing({ post, onChanged }: { post: OwnPost; onChanged: () => void }) {
  const router = useRouter();
  const api = useApi();
  const [update] = useWrite(updatePost);
  const [deleting, setDeleting] = useState(false);
  const unsaved = useUnsavedChanges(post);
  const { restored } = unsaved;
  const elsewhere = useChangedElsewhere({
    record: post,
    load: () => getOwnPost(api, { params: { id: post._id } }),
    getParts,
  });
  const save: PostEditorProps['save'] = async ({ values, files, asked }) => {
    const body = changesOf(post, values, { files, state: asked });
    const saved = await elsewhere.send(
      (version) => update({ params: { id: post._id }, body, version }).unwrap(),
      (now) => hasContent(now, values, files),
    );
    unsaved.forget();
    toast.success(resultText(saved, post));
    await router.push(placeAfter(saved));
  };
  const initial = valuesOf(post);
  return (
    <>
      <PageHeader
        title={
          <>
            Edit post <PostStateLabel post={post} />
          </>
        }
        actions={<Actions post={post} onDelete={() => setDeleting(true)} />}
      />
      {post.state === 'archived' ? <TakenDownNotice type="feed" id={post._id} /> : null}
      <PostState post={post} onChanged={onChanged} />
      {post.poll ? <PollResults poll={post.poll} /> : null}
      <UnsavedNotice unsaved={unsaved} updatedAt={post.updatedAt} />
      <PostEditor
        key={restored ? 'restored' : 'saved'}
        post={post}
        initial={restored?.values ?? initial}
        media={restored ? mediaOfDraft(restored) : mediaOf(post, initial.kind)}
        save={save}
        onChange={unsaved.onChange}
      />
      <ChangedElsewhere noun="post" elsewhere={elsewhere} getTexts={({ text }) => [text]} />
      {deleting ? (
        <DeletePost
          post={post}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            unsaved.forget();
            void router.push(routes.creatorPosts);
          }}
        />
      ) : null}
    </>
  );
}

const PageSkeleton = () => (
  <Skeleton label="Loading the post">
    <Stack>
      <SkeletonText lines={2} />
      <SkeletonBlock height={160} width="100%" />
      <SkeletonBlock height={220} width="100%" />
    </Stack>
  </Skeleton>
);

/** `/creator/feeds/[id]`. */
export function EditPostView() {
  const id = useRouteParam('id');
  const request = useRead(getOwnPost, id === '' ? null : { params: { id } });
  return (
    <Stack gap={24}>
      <PageHead title="Edit post" unlisted />
      <LoadedView
        request={request}
        skeleton={<PageSkeleton />}
        notFound={
          <NotFound
            title="Post not found"
            text="It may have been deleted."
            action={<ButtonLink href={routes.creatorPosts}>All posts</ButtonLink>}
          />
        }
      >
        {(post) => <Editing key={post._id} post={post} onChanged={() => void request.refetch()} />}
      </LoadedView>
    </Stack>
  );
}
