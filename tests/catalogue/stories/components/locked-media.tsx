import { LockedMedia } from '#components/content/media-items/locked-media.tsx';
import { aFilm } from '../../../setup/factories/files.ts';
import { aLockedPost } from '../../../setup/factories/posts.ts';

const nothing = () => undefined;

export const SubscribeOrUnlock = () => <LockedMedia post={aLockedPost()} onWay={nothing} />;
export const MainAction = () => <LockedMedia post={aLockedPost()} onWay={nothing} primary />;
export const FollowersOnly = () => (
  <LockedMedia
    onWay={nothing}
    post={aLockedPost({
      audience: 'followers',
      access: { allowed: false, reason: 'locked', routes: [{ need: 'follow', price: 0, unit: 'money' }] },
    })}
  />
);
export const WithATeaser = () => (
  <LockedMedia onWay={nothing} post={aLockedPost({ teaser: aFilm({ _id: 't1', duration: 10 }) })} />
);
export const WithoutPreview = () => (
  <LockedMedia
    post={aLockedPost({ files: [], media: { photos: 0, videos: 0, audios: 0, duration: 0 } })}
    onWay={nothing}
  />
);
