import type { VideoUpload, videos as family } from '#contract/content/videos.ts';
import type { UserCtx } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { onceStored } from '../../../kernel/idempotency.ts';
import type { UploadedFile } from '../../../kernel/uploaded-file.ts';
import { removeCaptions, setCaptions } from './captions.ts';
import { type Sent, takeVideoFiles } from './files.ts';
import { listOwnVideos, ownVideo } from './creator-queries.ts';
import { searchVideos } from './search.ts';
import { viewVideo } from './viewing.ts';
import { countView, saveProgress } from './watching.ts';
import { createVideo, deleteVideo, removeVideoFile, updateVideo } from './mutations.ts';
import { refuseUnapprovedViewer } from '../../people/accounts/approval/refuse-unapproved.ts';
import { parseScheduledAt } from '../media-items/scheduling.ts';

function sentWith({ filename, path, customData }: VideoUpload, files: readonly UploadedFile[]): Sent {
  const of = (field: string) => files.find((file) => file.field === field);
  const sent: Sent = { video: { file: of('video'), fields: { filename, path, customData } } };
  for (const name of ['thumbnail', 'teaser'] as const) {
    const file = of(name);
    if (file) sent[name] = { file, fields: {} };
  }
  return sent;
}

/** A new video's default title, taken from its file name. */
const defaultTitle = (file: UploadedFile | undefined): string =>
  file?.name
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replaceAll(/[\s_]+/g, ' ')
    .trim()
    .slice(0, 100) || 'Untitled video';

async function upload(ctx: UserCtx, body: VideoUpload, files: readonly UploadedFile[]): Promise<string> {
  const film = files.find(({ field }) => field === 'video');
  if (!film && body.path === undefined) throw invalid('video', 'Choose a video.');
  if (body.state === 'published') await refuseUnapprovedViewer(ctx);
  const {
    filename: _filename,
    path: _path,
    customData: _customData,
    title,
    tags,
    scheduledAt: _scheduledAt,
    ...video
  } = body;
  return onceStored(ctx, 'POST /performer/performer-assets/videos/upload', {
    body,
    files,
    // The moment is checked here, because it may have passed when an answer was lost and the call is repeated.
    store: async () => {
      if (body.scheduledAt) parseScheduledAt(ctx, body.scheduledAt);
      return takeVideoFiles(ctx, sentWith(body, files));
    },
    work: (tx, taken) =>
      createVideo(tx, taken, {
        ...video,
        title: title ?? defaultTitle(film),
        tags,
        scheduledAt: body.scheduledAt ? new Date(body.scheduledAt) : null,
      }),
  });
}

export const videoHandlers: HandlersOf<typeof family> = {
  'GET /performer/performer-assets/videos/search': (ctx, { query }) => listOwnVideos(ctx, query),
  'POST /performer/performer-assets/videos/upload': async (ctx, { body, files }) =>
    ownVideo(ctx, await upload(ctx, body, files)),
  async 'PUT /performer/performer-assets/videos/edit/:id'(ctx, { params, body }) {
    await updateVideo(ctx, params.id, body);
    return ownVideo(ctx, params.id);
  },
  'GET /performer/performer-assets/videos/:id/view': (ctx, { params }) => ownVideo(ctx, params.id),
  async 'DELETE /performer/performer-assets/videos/:id'(ctx, { params }) {
    await deleteVideo(ctx, params.id);
    return { success: true };
  },
  async 'DELETE /performer/performer-assets/videos/remove-file/:id'(ctx, { params, body }) {
    if (body.type === 'captions') await removeCaptions(ctx, params.id, body.language);
    else await removeVideoFile(ctx, params.id, body.type);
    return ownVideo(ctx, params.id);
  },
  async 'PUT /performer/performer-assets/videos/:id/captions'(ctx, { params, body }) {
    await setCaptions(ctx, params.id, body);
    return ownVideo(ctx, params.id);
  },
  'GET /performer-assets/videos/search': (ctx, { query }) => searchVideos(ctx, query),
  'GET /performer-assets/videos/:id': (ctx, { params }) => viewVideo(ctx, params.id),
  'POST /performer-assets/videos/:id/views': (ctx, { params }) => countView(ctx, params.id),
  'PUT /performer-assets/videos/:id/progress': (ctx, { params, body }) =>
    saveProgress(ctx, params.id, body.seconds),
};
