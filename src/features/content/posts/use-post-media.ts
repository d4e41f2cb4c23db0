import { limits } from '#config/limits.ts';
import type { FileView } from '#contract/core/schemas.ts';
import type { OwnPost } from '#contract/content/posts/posts.ts';
import { sendToCloud } from '#components/base/files/send-file.ts';
import type { UploadItem } from '#components/base/files/upload-items.ts';
import { savedUpload, restoredUpload } from '#components/base/files/upload-items.ts';
import { type Sending, type UploadsState, useUploads } from '#components/base/files/use-uploads.ts';
import type { Api } from '#services/http/api.ts';
import {
  uploadPostAudio,
  uploadPostPhoto,
  uploadPostTeaser,
  uploadPostThumbnail,
  uploadPostVideo,
} from '#services/content/posts/posts.ts';
import { useApi } from '#state/hooks.ts';
import type { PostDraft } from './post-draft.ts';
import type { MediaState, PostFiles, PostKind } from './post-values.ts';

/** Initial files of the post's fields. */
export interface FirstMedia {
  readonly kind: PostKind;
  readonly files: readonly UploadItem[];
  readonly thumbnail: readonly UploadItem[];
  readonly teaser: readonly UploadItem[];
}

const toSavedItems = (file: FileView | null): UploadItem[] => (file ? [savedUpload(file)] : []);
export const toFirstMedia = (post: OwnPost, kind: PostKind): FirstMedia => ({
  kind,
  files: post.files.map(savedUpload),
  thumbnail: toSavedItems(post.thumbnail),
  teaser: toSavedItems(post.teaser),
});
export const mediaOfDraft = ({ values, files, thumbnail, teaser }: PostDraft): FirstMedia => ({
  kind: values.kind,
  files: files.map(restoredUpload),
  thumbnail: thumbnail.map(restoredUpload),
  teaser: teaser.map(restoredUpload),
});

type Send = (api: Api, file: File, sending: Sending) => Promise<FileView>;
type Uploader = (
  api: Api,
  input: { files: { file: File }; body: Record<never, never> } & Sending,
) => Promise<FileView>;

/** Uploads small files within the API call and larger ones through cloud storage. */
const sender =
  (type: Parameters<typeof sendToCloud>[1], upload: Uploader): Send =>
  (api, file, sending) =>
    file.size > limits.upload.withinCallBytes
      ? sendToCloud(api, type, { file, sending })
      : upload(api, { files: { file }, body: {}, ...sending });

const senders = {
  post: sender('feed-photo', uploadPostPhoto),
  video: sender('feed-video', uploadPostVideo),
  audio: sender('feed-audio', uploadPostAudio),
  thumbnail: sender('feed-thumbnail', uploadPostThumbnail),
  teaser: sender('feed-teaser', uploadPostTeaser),
} satisfies Record<string, Send>;

export interface PostMedia {
  readonly photos: UploadsState;
  readonly video: UploadsState;
  readonly audio: UploadsState;
  readonly thumbnail: UploadsState;
  readonly teaser: UploadsState;
}

const maxBytes = limits.upload.largestBytes;

/** All files that a post can have. Fields that the current kind doesn't use keep their files. */
export function usePostMedia({ kind, files, thumbnail, teaser }: FirstMedia): PostMedia {
  const api = useApi();
  const sendBy = (name: keyof typeof senders) => (file: File, sending: Sending) =>
    senders[name](api, file, sending);
  return {
    photos: useUploads({
      send: sendBy('post'),
      max: limits.photosPerPost,
      initial: kind === 'post' ? files : [],
    }),
    video: useUploads({ send: sendBy('video'), max: 1, maxBytes, initial: kind === 'video' ? files : [] }),
    audio: useUploads({ send: sendBy('audio'), max: 1, maxBytes, initial: kind === 'audio' ? files : [] }),
    thumbnail: useUploads({ send: sendBy('thumbnail'), max: 1, initial: thumbnail }),
    teaser: useUploads({ send: sendBy('teaser'), max: 1, initial: teaser }),
  };
}

/** The main files of a kind; polls have none. */
export const pickMainUploads = (media: PostMedia, kind: PostKind): UploadsState | null =>
  kind === 'post' ? media.photos : kind === 'video' ? media.video : kind === 'audio' ? media.audio : null;

/** Which additional files a kind can have. */
export const allowedExtras = (kind: PostKind): { thumbnail: boolean; teaser: boolean } => ({
  thumbnail: kind === 'video' || kind === 'audio' || kind === 'teaser',
  teaser: kind === 'video' || kind === 'audio' || kind === 'teaser',
});

const used = (media: PostMedia, kind: PostKind): UploadsState[] => {
  const main = pickMainUploads(media, kind);
  const { thumbnail, teaser } = allowedExtras(kind);
  return [
    ...(main ? [main] : []),
    ...(thumbnail ? [media.thumbnail] : []),
    ...(teaser ? [media.teaser] : []),
  ];
};

export const summarizeMedia = (media: PostMedia, kind: PostKind): MediaState => {
  const all = used(media, kind);
  return {
    count: pickMainUploads(media, kind)?.items.length ?? 0,
    hasTeaser: media.teaser.items.length > 0,
    busy: all.some(({ busy }) => busy),
    failed: all.some(({ failed }) => failed),
  };
};

export const collectFileIds = (media: PostMedia, kind: PostKind): PostFiles => {
  const { thumbnail, teaser } = allowedExtras(kind);
  return {
    fileIds: pickMainUploads(media, kind)?.fileIds ?? [],
    thumbnailId: thumbnail ? (media.thumbnail.fileIds[0] ?? null) : null,
    teaserId: teaser ? (media.teaser.fileIds[0] ?? null) : null,
    alts: Object.assign({}, ...used(media, kind).map(({ alts }) => alts)) as Record<string, string>,
  };
};
