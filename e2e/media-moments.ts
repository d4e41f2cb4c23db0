import { expect } from './fixtures.ts';
import type { Page } from './fixtures.ts';
import { firstOf } from './money-moments.ts';
import type { Moment } from './moments.ts';

const page = (path: string) => (each: Page) => each.goto(path);
const openVideo = firstOf(
  '/videos',
  'GET /performer-assets/videos/search',
  ({ access }) => (access as { allowed: boolean }).allowed,
);
const openPost = firstOf(
  '/feeds',
  'GET /user/feeds?limit=12',
  ({ access }) => (access as { allowed: boolean }).allowed,
);

export const fansMedia: Moment[] = [
  { name: 'a post', reach: openPost },
  {
    name: 'a picture',
    reach: async (each) => {
      await each.goto('/demo-creator');
      await each.locator('article button:has(img)').first().click();
      await expect(each.getByRole('dialog', { name: /^Photo / })).toBeVisible();
    },
  },
  { name: 'a video', reach: openVideo },
  {
    name: 'the player’s controls',
    reach: async (each) => {
      await openVideo(each);
      await expect(each.getByRole('slider', { name: 'Seek' }).first()).toBeVisible();
      const more = each.getByRole('button', { name: 'More controls' }).first();
      if (await more.isVisible()) await more.click();
    },
    except: [
      {
        finding: /button “Play”: can’t be pressed: (select|span|button) “/,
        because: 'The panel lies over the picture until it is closed, and the bar has the same button.',
      },
    ],
  },
  { name: 'a gallery', reach: firstOf('/galleries', 'GET /performer-assets/galleries/search') },
  { name: 'the feed', reach: page('/home') },
  { name: 'what to discover', reach: page('/home?tab=discover') },
  { name: 'explore', reach: page('/explore') },
  { name: 'a field of explore', reach: page('/explore/ceramics?tab=posts') },
  { name: 'search', reach: page('/search?q=glaze') },
  { name: 'the library', reach: page('/user/library') },
  { name: 'bookmarks', reach: page('/user/bookmarks') },
  { name: 'who is live', reach: page('/live') },
];

export const creatorsMedia: Moment[] = [
  { name: 'writing a post', reach: page('/creator/feeds/new') },
  { name: 'posts in the studio', reach: page('/creator/feeds') },
  { name: 'a new video', reach: page('/creator/videos/new') },
  { name: 'a new gallery', reach: page('/creator/galleries/new') },
  { name: 'going live', reach: page('/creator/live') },
  { name: 'private streams in the studio', reach: page('/creator/private-streams') },
  { name: 'the studio’s home', reach: page('/creator') },
];
