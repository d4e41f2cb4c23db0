import { limits } from '#config/limits';
import type { FileView } from '#contract/common';
import type { OwnFeed } from '#contract/feeds';
import type { UploadItem } from '#parts/upload-items';
import { keptUpload, restoredUpload } from '#parts/upload-items';
import { type Sending, type UploadsState, useUploads } from '#parts/use-uploads';
import type { Api } from '#services/api';
import {
  uploadFeedAudio,
  uploadFeedPhoto,
  uploadFeedTeaser,
  uploadFeedThumbnail,
  uploadFeedVideo,
} from '#services/feeds';
import { useApi } from '#state/hooks';
import type { PostDraft } from './post-draft.tsx';
import type { MediaStand, PostFiles, PostKind } from './post-values.tsx';

/** What a post's fields begin with. */
export interface FirstMedia {
  readonly kind: PostKind;
  readonly files: readonly UploadItem[];
  readonly thumbnail: readonly UploadItem[];
  readonly teaser: readonly UploadItem[];
}

const kept = (file: FileView | null): UploadItem[] => (file ? [keptUpload(file)] : []);
export const mediaOf = (feed: OwnFeed, kind: PostKind): FirstMedia => ({
  kind,
  files: feed.files.map(keptUpload),
  thumbnail: kept(feed.thumbnail),
  teaser: kept(feed.teaser),
});
export const mediaOfDraft = ({ values, files, thumbnail, teaser }: PostDraft): FirstMedia => ({
  kind: values.kind,
  files: files.map(restoredUpload),
  thumbnail: thumbnail.map(restoredUpload),
  teaser: teaser.map(restoredUpload),
});

type Send = (api: Api, file: File, sending: Sending) => Promise<FileView>;
const senders = {
  post: (api, file, sending) => uploadFeedPhoto(api, { files: { file }, body: {}, ...sending }),
  video: (api, file, sending) => uploadFeedVideo(api, { files: { file }, body: {}, ...sending }),
  audio: (api, file, sending) => uploadFeedAudio(api, { files: { file }, body: {}, ...sending }),
  thumbnail: (api, file, sending) => uploadFeedThumbnail(api, { files: { file }, body: {}, ...sending }),
  teaser: (api, file, sending) => uploadFeedTeaser(api, { files: { file }, body: {}, ...sending }),
} satisfies Record<string, Send>;

export interface PostMedia {
  readonly photos: UploadsState;
  readonly video: UploadsState;
  readonly audio: UploadsState;
  readonly thumbnail: UploadsState;
  readonly teaser: UploadsState;
}

/** Every file that a post may have. What a kind doesn't use keeps its files until it is used again. */
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
    video: useUploads({ send: sendBy('video'), max: 1, initial: kind === 'video' ? files : [] }),
    audio: useUploads({ send: sendBy('audio'), max: 1, initial: kind === 'audio' ? files : [] }),
    thumbnail: useUploads({ send: sendBy('thumbnail'), max: 1, initial: thumbnail }),
    teaser: useUploads({ send: sendBy('teaser'), max: 1, initial: teaser }),
  };
}

/** The files themselves, by kind; a poll has none. */
export const mainOf = (media: PostMedia, kind: PostKind): UploadsState | null =>
  kind === 'post' ? media.photos : kind === 'video' ? media.video : kind === 'audio' ? media.audio : null;

/** Which of the others a kind has. */
export const dressOf = (kind: PostKind): { thumbnail: boolean; teaser: boolean } => ({
  thumbnail: kind === 'video' || kind === 'audio' || kind === 'teaser',
  teaser: kind === 'video' || kind === 'audio' || kind === 'teaser',
});

const used = (media: PostMedia, kind: PostKind): UploadsState[] => {
  const main = mainOf(media, kind);
  const { thumbnail, teaser } = dressOf(kind);
  return [
    ...(main ? [main] : []),
    ...(thumbnail ? [media.thumbnail] : []),
    ...(teaser ? [media.teaser] : []),
  ];
};

export const standOf = (media: PostMedia, kind: PostKind): MediaStand => {
  const all = used(media, kind);
  return {
    count: mainOf(media, kind)?.items.length ?? 0,
    hasTeaser: media.teaser.items.length > 0,
    busy: all.some(({ busy }) => busy),
    failed: all.some(({ failed }) => failed),
  };
};

export const filesOf = (media: PostMedia, kind: PostKind): PostFiles => {
  const { thumbnail, teaser } = dressOf(kind);
  return {
    fileIds: mainOf(media, kind)?.fileIds ?? [],
    thumbnailId: thumbnail ? (media.thumbnail.fileIds[0] ?? null) : null,
    teaserId: teaser ? (media.teaser.fileIds[0] ?? null) : null,
    alts: Object.assign({}, ...used(media, kind).map(({ alts }) => alts)) as Record<string, string>,
  };
};
