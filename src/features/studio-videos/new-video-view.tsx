import { useRouter } from 'next/router';
import { routes } from '#config/routes';
import type { OwnVideo } from '#contract/videos';
import { PageHead } from '#ui/page-head';
import { PageHeader } from '#ui/page-header';
import { Stack } from '#ui/stack';
import { toast } from '#ui/toast';
import { VideoEditor } from './video-editor.tsx';

const said: Partial<Record<OwnVideo['state'], string>> = {
  published: 'Published',
  processing: 'It goes out as soon as it is processed',
  waiting: 'It goes out once everybody tagged has accepted',
  scheduled: 'Scheduled',
  draft: 'Saved as a draft',
};
/** What became of a video that was saved. */
export const saidOf = (after: OwnVideo, before: OwnVideo | null): string =>
  (after.state === before?.state ? undefined : said[after.state]) ?? 'Changes saved';

/** `/creator/videos/new`. */
export function NewVideoView() {
  const router = useRouter();
  const saved = async (video: OwnVideo) => {
    toast.success(saidOf(video, null));
    await router.push(video.state === 'published' ? routes.video(video._id) : routes.creatorVideos);
  };
  return (
    <Stack gap={24}>
      <PageHead title="New video" unlisted />
      <PageHeader title="New video" text="It is uploaded while you write the rest." />
      <VideoEditor video={null} onSaved={saved} />
    </Stack>
  );
}
