import { useRouter } from 'next/router';
import { Suspense, useState } from 'react';
import type { OwnPost } from '#contract/content/posts/posts.ts';
import { TakenDownNotice } from '#components/across/decisions/taken-down-notice.tsx';
import {
  ChangedElsewhere,
  isSame,
  useChangedElsewhere,
} from '#components/base/writing/changed-elsewhere.tsx';
import { resultText } from '#components/content/media-items/result-text.ts';
import { StudioEditHead, StudioEditPage } from '#components/content/studio/studio-edit-page.tsx';
import { useRouteParam } from '#components/base/lists/query-params.ts';
import { getOwnPost, updatePost } from '#services/content/posts/posts.ts';
import { useApi } from '#state/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { lazyPart } from '#ui/layout/lazy-part.ts';
import { toast } from '#ui/overlays/toast.ts';
import { placeAfter } from './new-post-view.tsx';
import { postKind } from './post-kind.tsx';
import { PollResults } from './poll-results.tsx';
import { PostEditor } from './post-editor.tsx';
import { PostState } from './post-state.tsx';
import { type PostFiles, type PostValues, toPostUpdate, toPostValues } from './post-values.ts';
import { UnsavedNotice } from './unsaved-notice.tsx';
import type { PostEditorProps } from './use-post-editor.ts';
import { toFirstMedia, mediaOfDraft } from './use-post-media.ts';
import { useUnsavedChanges } from './use-unsaved-changes.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';

const PreviewDialog = lazyPart(async () => (await import('./preview-dialog.tsx')).PreviewDialog);

/** Shows the post as others see it. */
function PreviewButton({ post }: { post: OwnPost }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Preview as…</Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <PreviewDialog post={post} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Everything that the editor can change. */
const getParts = (post: OwnPost) => [
  toPostValues(post),
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
      toPostUpdate(post, withoutToken(values), { files: { ...files, alts: {} }, state }),
      toPostUpdate(post, toPostValues(post), { files: own, state }),
    )
  );
}

function Editing({ post, onChanged }: { post: OwnPost; onChanged: () => void }) {
  const router = useRouter();
  const api = useApi();
  const [update] = useWrite(updatePost);
  const unsaved = useUnsavedChanges(post);
  const { restored } = unsaved;
  const elsewhere = useChangedElsewhere({
    record: post,
    load: () => getOwnPost(api, { params: { id: post._id } }),
    getParts,
  });
  const save: PostEditorProps['save'] = async ({ values, files, requestedState: asked }) => {
    const body = toPostUpdate(post, values, { files, state: asked });
    const saved = await elsewhere.send(
      (version) => update({ params: { id: post._id }, body, version }).unwrap(),
      (now) => hasContent(now, values, files),
    );
    unsaved.forget();
    toast.success(resultText(saved, post));
    await router.push(placeAfter(saved));
  };
  const initial = toPostValues(post);
  return (
    <>
      <StudioEditHead
        kind={postKind}
        item={post}
        buttons={<PreviewButton post={post} />}
        onRemoved={unsaved.forget}
      />
      {post.state === 'archived' ? <TakenDownNotice type="feed" id={post._id} /> : null}
      <PostState post={post} onChanged={onChanged} />
      {post.poll ? <PollResults poll={post.poll} /> : null}
      <UnsavedNotice unsaved={unsaved} updatedAt={post.updatedAt} />
      <PostEditor
        key={restored ? 'restored' : 'saved'}
        post={post}
        initial={restored?.values ?? initial}
        media={restored ? mediaOfDraft(restored) : toFirstMedia(post, initial.kind)}
        save={save}
        onChange={unsaved.onChange}
      />
      <ChangedElsewhere noun="post" elsewhere={elsewhere} getTexts={({ text }) => [text]} />
    </>
  );
}

/** `/creator/feeds/[id]`. */
export function EditPostView() {
  const id = useRouteParam('id');
  const request = useRead(getOwnPost, id === '' ? null : { params: { id } });
  return (
    <StudioEditPage kind={postKind} request={request}>
      {(post) => <Editing key={post._id} post={post} onChanged={() => void request.refetch()} />}
    </StudioEditPage>
  );
}
