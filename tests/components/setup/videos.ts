import type { FileView } from '#contract/core/schemas.ts';
import type { OwnVideo, Video } from '#contract/videos.ts';
import { aCard } from '../../state/setup/records.ts';
import { aFile } from './records.ts';

const at = '2026-11-20T10:00:00.000Z';
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

export const aVideo = (changes: Partial<Video> = {}): Video => ({
  _id: 'vid-1',
  performer: aCard(),
  title: 'Centring',
  description: 'Three things my hands do.',
  tags: ['clay', 'lesson'],
  file: aFilm(),
  thumbnail: null,
  teaser: null,
  duration: 192,
  audience: 'public',
  price: 0,
  isSale: false,
  includedInSubscription: false,
  commentsEnabled: true,
  views: 12,
  counts: { likes: 0, comments: 0, bookmarks: 0 },
  isLiked: false,
  isBookmarked: false,
  coCreators: [],
  access: { allowed: true, reason: 'free', routes: [] },
  state: 'published',
  progress: null,
  publishedAt: at,
  createdAt: at,
  updatedAt: at,
  ...changes,
});
export const aLockedVideo = (changes: Partial<Video> = {}): Video =>
  aVideo({
    description: '',
    file: aLockedFilm(),
    price: 90,
    isSale: true,
    teaser: aFilm({ _id: 't1', type: 'video-teaser', duration: 10, url: '/media/f/t1/480.mp4', sources: [] }),
    access: {
      allowed: false,
      reason: 'locked',
      routes: [
        { need: 'purchase', price: 90, unit: 'token' },
        { need: 'subscribe', price: 999, unit: 'money' },
      ],
    },
    ...changes,
  });
export const anOwnVideo = (changes: Partial<OwnVideo> = {}): OwnVideo => ({
  ...aVideo({ access: { allowed: true, reason: 'owner', routes: [] } }),
  earned: 0,
  sold: 0,
  scheduledAt: null,
  tagged: [],
  ...changes,
});
