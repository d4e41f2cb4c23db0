import { useRouter } from 'next/router';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { routes } from '#config/routes.ts';
import type { OwnPost } from '#contract/content/posts/posts.ts';
import { isUtcDay } from '#lib/utc-days.ts';
import { resultText } from '#components/content/media-items/result-text.ts';
import { useQueryParams } from '#components/base/lists/query-params.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { getOwnPerformer } from '#services/people/creators.ts';
import { useRead } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { emptyDraft, hasPostDraft, readPostDraft, writePostDraft } from './post-draft.ts';
import { PostEditor } from './post-editor.tsx';
import styles from './studio.module.css';
import type { PostEditorProps } from './use-post-editor.ts';
import { emptyPost, plannedFor } from './post-values.ts';
import { mediaOfDraft } from './use-post-media.ts';
import { type DraftStatus, useServerDraft } from './use-server-draft.ts';

/** Where to navigate after saving: to the post if it is published, else to the list of posts. */
export const placeAfter = (post: OwnPost): string =>
  post.state === 'published' ? routes.feed(post._id) : routes.creatorPosts;

/** `/creator/feeds/new`. A draft survives a reload, including its uploads, and is saved on the server meanwhile. */
export function NewPostView() {
  const accountId = useAppSelector(selectAuthUser)?._id ?? '';
  const hydrated = useHydrated();
  const hasDraft = useMemo(() => hydrated && hasPostDraft(accountId), [hydrated, accountId]);
  const isPriced = useIsPriced();
  const { get, set } = useQueryParams();
  const [asked] = useState(get('on'));
  const day = isUtcDay(asked) ? asked : '';
  // A reload must not bring back the day after another was chosen.
  const forgetDay = useEffectEvent(() => asked && set({ on: '' }));
  useEffect(() => void forgetDay(), []);
  return (
    <Stack gap={24}>
      <PageHead title="New post" unlisted />
      <PageHeader title="New post" />
      {/* The server's render can't include this device's draft: an editor with one is mounted afterwards. */}
      <NewPost
        key={`${hasDraft || (hydrated && day) ? 'draft' : 'empty'} ${isPriced ? 'priced' : 'free'}`}
        isPriced={isPriced}
        accountId={accountId}
        onThisDevice={hydrated}
        day={day}
      />
    </Stack>
  );
}

/** Without a price there are no subscribers, so a post is for everyone until the creator chooses. */
function useIsPriced(): boolean {
  const { data } = useRead(getOwnPerformer);
  return !data || data.monthlyPrice !== null || data.isFreeSubscription;
}

interface NewPostProps {
  readonly accountId: string;
  /** False during hydration, when the draft must be neither read nor overwritten. */
  readonly onThisDevice: boolean;
  /** The day that it is planned for, such as `2026-11-26`; empty for none. */
  readonly day: string;
  readonly isPriced: boolean;
}

const statusTexts: Readonly<Record<DraftStatus, string>> = {
  new: 'Saved to your drafts as you write.',
  saving: 'Saving…',
  saved: 'Saved to your drafts.',
  // Each fits a line of a small phone, so that what is being written doesn't move.
  waiting: 'Kept on this device. Trying to save again…',
  failed: 'Couldn’t be saved. Kept on this device.',
};

function NewPost({ accountId, onThisDevice, day, isPriced }: NewPostProps) {
  const router = useRouter();
  const [draft] = useState(() => {
    const values = isPriced ? emptyPost : { ...emptyPost, audience: 'public' as const };
    const stored = onThisDevice ? readPostDraft(accountId, values) : { ...emptyDraft, values };
    return day && onThisDevice ? { ...stored, values: plannedFor(stored.values, day, new Date()) } : stored;
  });
  const [touched, setTouched] = useState(onThisDevice && day !== '');
  const [sent, setSent] = useState(false);
  const [now, setNow] = useState(draft);
  const onElsewhere = (id: string) => {
    setSent(true);
    writePostDraft(accountId, null);
    void router.replace(routes.editPost(id));
  };
  const { status, saved, changed, finish } = useServerDraft({ remembered: draft.saved ?? null, onElsewhere });
  const isStored = onThisDevice && !sent;
  useEffect(() => {
    // An untouched editor isn't a draft.
    if (isStored && touched) writePostDraft(accountId, { ...now, saved });
  }, [accountId, now, saved, touched, isStored]);
  const save: PostEditorProps['save'] = async ({ requestedState: asked, ...content }) => {
    const post = await finish(content, asked === 'draft' ? 'draft' : 'published');
    setSent(true);
    writePostDraft(accountId, null);
    toast.success(resultText(post, null));
    await router.push(placeAfter(post));
  };
  return (
    <Stack gap={12}>
      <p role="status" className={styles.draftStatus}>
        {statusTexts[status]}
      </p>
      <PostEditor
        post={null}
        initial={draft.values}
        media={mediaOfDraft(draft)}
        save={save}
        onChange={(next, content) => {
          if (!isStored) return;
          setNow(next);
          if (JSON.stringify({ ...draft, ...next }) !== JSON.stringify(draft)) setTouched(true);
          changed(content);
        }}
      />
    </Stack>
  );
}
