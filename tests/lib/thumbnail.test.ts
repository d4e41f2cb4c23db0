import { describe, expect, it } from 'vitest';
import { defaultLeaf, findThumbnail, findThumbnailFile } from '#lib/thumbnail.ts';

const photo = { type: 'feed-photo', thumbnails: ['/photo.webp'] };
const video = { type: 'feed-video', thumbnails: ['/video.webp'] };
const teaser = { thumbnails: ['/teaser.webp'] };
const all = { thumbnail: '/own.webp', files: [video, photo], teaser };

describe('the thumbnail of an item', () => {
  it.each([
    ['its own', all, '/own.webp'],
    [
      'its own, as a file',
      { ...all, thumbnail: { thumbnails: [{ url: '/own-file.webp' }] } },
      '/own-file.webp',
    ],
    ['its own, as a rendition', { ...all, thumbnail: { url: '/own-rendition.webp' } }, '/own-rendition.webp'],
    ['the first photo’s', { ...all, thumbnail: null }, '/photo.webp'],
    ['the teaser’s before a video’s', { files: [video], teaser }, '/teaser.webp'],
    [
      'the first video’s',
      { files: [video, { type: 'feed-video', thumbnails: ['/second.webp'] }] },
      '/video.webp',
    ],
    [
      'of the first photo that has one',
      { files: [{ type: 'feed-photo', thumbnails: [] }, photo] },
      '/photo.webp',
    ],
    [
      'the leaf for other files',
      { files: [{ type: 'feed-audio', thumbnails: ['/audio.webp'] }] },
      defaultLeaf,
    ],
    [
      'the leaf where all are empty',
      { thumbnail: '', files: [{ type: 'feed-photo', thumbnails: null }], teaser: {} },
      defaultLeaf,
    ],
    ['the leaf for nothing', {}, defaultLeaf],
  ])('%s', (_, item, address) => expect(findThumbnail(item)).toBe(address));

  it.each([
    [
      'own, photo, teaser, video',
      { thumbnail: { thumbnails: ['/own.webp'] }, files: [video, photo], teaser },
      '/own.webp',
    ],
    ['photo before teaser', { thumbnail: { thumbnails: [] }, files: [video, photo], teaser }, '/photo.webp'],
    ['teaser before video', { files: [video], teaser }, '/teaser.webp'],
    ['video', { files: [video] }, '/video.webp'],
  ])('as a file: %s', (_, item, address) =>
    expect(findThumbnailFile<{ type?: string; thumbnails: string[] }>(item)?.thumbnails[0]).toBe(address),
  );

  it('as a file: none if there is only the original', () =>
    expect(findThumbnailFile({ files: [{ type: 'feed-audio', thumbnails: ['/a.webp'] }] })).toBeNull());
});
