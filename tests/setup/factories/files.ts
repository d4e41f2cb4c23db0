import type { FileView } from '#contract/core/schemas.ts';

export const aFile = (changes: Partial<FileView> = {}): FileView => ({
  _id: 'f1',
  type: 'feed-photo',
  mime: 'image/webp',
  state: 'ready',
  percent: 100,
  reason: null,
  bytes: 1000,
  width: 1200,
  height: 900,
  duration: null,
  alt: null,
  placeholder: null,
  url: '/media/f/f1/640.webp',
  sizes: [{ url: '/media/f/f1/640.webp', width: 640, height: 480 }],
  thumbnails: [],
  sources: [],
  peaks: null,
  asUploaded: false,
  ...changes,
});

export const aLockedFile = (): FileView =>
  aFile({
    url: null,
    sizes: [],
    alt: null,
    thumbnails: [{ url: '/media/f/f1/blur.webp', width: 32, height: 24 }],
  });

const source = (height: number) => ({
  url: `/media/f/v1/${height}.mp4?k=own`,
  mime: 'video/mp4',
  kind: 'mp4' as const,
  height,
});

export const aFilm = (changes: Partial<FileView> = {}): FileView =>
  aFile({
    _id: 'v1',
    type: 'video',
    mime: 'video/mp4',
    duration: 192,
    width: 1280,
    height: 720,
    url: '/media/f/v1/720.mp4?k=own',
    sizes: [],
    sources: [source(720), source(480)],
    thumbnails: [{ url: '/media/f/v1/640.webp', width: 640, height: 360 }],
    ...changes,
  });

export const aLockedFilm = (): FileView =>
  aFilm({ url: null, sources: [], thumbnails: [{ url: '/media/f/v1/blur.webp', width: 320, height: 180 }] });
