import { expect, test } from 'vitest';
import { findOrigin, findSource, findSubject, hasCards, parseItem } from '#shell/views/view-source.ts';

const id = '018f0000-0000-7000-8000-000000000001';

test('a page shows an item or a profile, or neither', () => {
  expect(parseItem(`/feeds/${id}`)).toEqual({ kind: 'feed', itemId: id });
  expect(parseItem(`/live/${id}`)).toEqual({ kind: 'stream', itemId: id });
  for (const path of [`/live/private/${id}`, `/feeds/${id}/x`, '/feeds/new', `/constructor/${id}`, '/home'])
    expect(parseItem(path)).toBeNull();
  expect(findSubject('/[profileId]', '/cleo')).toEqual({ kind: 'profile', itemId: 'cleo' });
  expect(findSubject('/videos/[id]', `/videos/${id}`)).toEqual({ kind: 'video', itemId: id });
  expect(findSubject('/home', '/home')).toBeNull();
});

test('each page is a source for what is found on it', () => {
  expect(
    ['/home', '/search', '/tags/[tag]', '/[profileId]', '/', '/explore/[category]', '/auctions', '/live'].map(
      findSource,
    ),
  ).toEqual(['home', 'search', 'tag', 'profile', 'explore', 'explore', 'explore', 'explore']);
  expect(['/auctions/[id]', '/user/bookmarks', '/messages/[id]', '/feeds/[id]'].map(findSource)).toEqual(
    Array.from({ length: 4 }, () => 'other'),
  );
});

test('cards aren’t counted where they are managed, judged, or linked in a text', () => {
  for (const pattern of [
    '/creator/feeds',
    '/operator/cases',
    '/messages/[id]',
    '/posts/[id]',
    '/user/orders',
  ])
    expect(hasCards(pattern)).toBe(false);
  for (const pattern of ['/', '/home', '/[profileId]', '/user/bookmarks', '/feeds/[id]'])
    expect(hasCards(pattern)).toBe(true);
});

test('where somebody arrived from: the word of the link, the site it was on, or neither', () => {
  const here = 'https://limelight.test/cleo';
  expect(findOrigin(`${here}?ref=Newsletter`, 'https://news.example/x?secret=1')).toEqual({
    source: 'link',
    ref: 'newsletter',
  });
  expect(findOrigin(here, 'https://www.news.example/x?secret=1')).toEqual({
    source: 'link',
    ref: 'news.example',
  });
  expect(findOrigin(`${here}?ref=two%20words`, '')).toEqual({ source: 'direct' });
  expect(findOrigin(here, 'https://limelight.test/home')).toEqual({ source: 'direct' });
  expect(findOrigin(here, '')).toEqual({ source: 'direct' });
});
