import type { CoCreation } from '#contract/content/co-creators.ts';
import type { OwnVideo, Video } from '#contract/content/videos.ts';
import { aCard } from './creators.ts';
import { aFilm, aLockedFilm } from './files.ts';
import { timeOf } from './times.ts';

const at = '2026-11-20T10:00:00.000Z';

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
  createdAt: timeOf(changes._id ?? 'vid-1'),
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
  recentViews: 0,
  sold: 0,
  scheduledAt: null,
  tagged: [],
  ...changes,
});

export const aCoCreation = (changes: Partial<CoCreation> = {}): CoCreation => ({
  _id: 'r1',
  kind: 'video',
  itemId: 'vid-9',
  title: 'Two kilns',
  description: '',
  performer: aCard({ name: 'Olga' }),
  files: [aFilm()],
  state: 'pending',
  itemState: 'waiting',
  createdAt: '2026-11-20T10:00:00.000Z',
  answeredAt: null,
  ...changes,
});
