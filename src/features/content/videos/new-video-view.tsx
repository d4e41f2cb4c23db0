import { useRouter } from 'next/router';
import { useEffect, useMemo, useState } from 'react';
import { routes } from '#config/routes.ts';
import type { OwnVideo } from '#contract/content/videos.ts';
import { draftKey, readDraft, writeDraft } from '#components/content/media-items/draft-values.ts';
import { resultText } from '#components/content/media-items/result-text.ts';
import { EditorSkeleton } from '#components/content/studio/studio-edit-page.tsx';
import { getOwnVideo } from '#services/content/videos.ts';
import { selectAuthUser } from '#state/session/auth.ts';
import { useApi, useAppSelector } from '#state/hooks.ts';
import { PageHead } from '#ui/layout/page-head.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { VideoEditor } from './video-editor.tsx';

/**
 * The draft that the server created when a new video's file was uploaded. Its id is saved on this device
 * until the video is saved.
 */
function useFilmDraft(hydrated: boolean) {
  const api = useApi();
  const key = draftKey('video-film', useAppSelector(selectAuthUser)?._id ?? '');
  // The server's render can't include this device's draft, so it is read after hydration, and only once.
  const id = useMemo(() => (hydrated ? readDraft<{ id: string }>(key).id : undefined), [hydrated, key]);
  const [loaded, setLoaded] = useState<OwnVideo | null | undefined>(undefined);
  useEffect(() => {
    if (id === undefined) return undefined;
    let left = false;
    // A video that was published or deleted elsewhere is no longer a draft to continue.
    const settle = (video: OwnVideo | null) =>
      void (left || setLoaded(video?.state === 'draft' ? video : null));
    getOwnVideo(api, { params: { id } }).then(settle, () => settle(null));
    return () => void (left = true);
  }, [api, id]);
  /** Undefined while it loads. */
  const draft = id === undefined ? null : loaded;
  return {
    draft,
    remember: ({ _id }: OwnVideo) => writeDraft(key, { id: _id }),
    forget: () => writeDraft(key, null),
  };
}

/** `/creator/videos/new`. A draft survives a reload: the texts, and the file once it has been uploaded. */
export function NewVideoView() {
  const hydrated = useHydrated();
  return (
    <Stack gap={24}>
      <PageHead title="New video" unlisted />
      <PageHeader title="New video" text="It uploads while you fill in the details." />
      <NewVideo hydrated={hydrated} />
    </Stack>
  );
}

function NewVideo({ hydrated }: { hydrated: boolean }) {
  const router = useRouter();
  const film = useFilmDraft(hydrated);
  const saved = async (video: OwnVideo) => {
    film.forget();
    toast.success(resultText(video, null));
    await router.push(video.state === 'published' ? routes.video(video._id) : routes.creatorVideos);
  };
  if (film.draft === undefined) return <EditorSkeleton noun="video" />;
  return <VideoEditor video={film.draft} isNew onDraft={film.remember} onSaved={saved} />;
}
