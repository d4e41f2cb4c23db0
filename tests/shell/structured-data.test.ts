import { describe, expect, it } from 'vitest';
import { structuredData } from '#shell/pages/structured-data.ts';
import { aCard, aPerformer } from '../setup/factories/creators.ts';
import { aLockedPost, aPost } from '../setup/factories/posts.ts';
import { aVideo } from '../setup/factories/videos.ts';

const shell = { origin: 'https://site.example' };
const read = (props: Parameters<typeof structuredData>[0]) =>
  JSON.parse(structuredData({ shell, ...props }) ?? 'null') as Record<string, unknown> | null;

describe('structured data', () => {
  it('describes a profile with its creator, counts and preview', () => {
    const performer = aPerformer({ name: 'Lena', username: 'lena' });
    expect(read({ performer })).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      mainEntity: {
        '@type': 'Person',
        name: 'Lena',
        alternateName: '@lena',
        url: 'https://site.example/lena',
        image: 'https://site.example/previews/profile/lena.jpg',
        interactionStatistic: { userInteractionCount: performer.counts.followers },
      },
    });
  });

  it('says of a post whether it is free, and of a locked one nothing that is locked', () => {
    expect(
      read({
        post: aPost({ text: 'A glaze', access: { allowed: true, reason: 'free', routes: [] } }),
      }),
    ).toMatchObject({ '@type': 'SocialMediaPosting', headline: 'A glaze', isAccessibleForFree: true });
    expect(read({ post: aLockedPost() })).toMatchObject({
      headline: 'A post by Lena',
      isAccessibleForFree: false,
    });
  });

  it('describes a series with the posts of its first page in order, and says nothing that is locked', () => {
    const series = {
      _id: 's1',
      title: 'Glazing',
      description: 'From ash to celadon.',
      performer: aCard({ username: 'lena', name: 'Lena' }),
      posts: 12,
      cover: null,
      createdAt: '2026-11-01T10:00:00.000Z',
      updatedAt: '2026-11-20T10:00:00.000Z',
    };
    const first = { data: [aPost({ _id: 'p1', text: 'A **glaze**' }), aLockedPost({ _id: 'p2' })] };
    expect(read({ series, first })).toEqual({
      '@context': 'https://schema.org',
      '@type': 'CollectionPage',
      url: 'https://site.example/series/s1',
      name: 'Glazing',
      description: 'From ash to celadon.',
      author: {
        '@type': 'Person',
        name: 'Lena',
        alternateName: '@lena',
        url: 'https://site.example/lena',
      },
      image: 'https://site.example/previews/series/s1.jpg',
      dateCreated: '2026-11-01T10:00:00.000Z',
      dateModified: '2026-11-20T10:00:00.000Z',
      mainEntity: {
        '@type': 'ItemList',
        itemListOrder: 'https://schema.org/ItemListOrderAscending',
        numberOfItems: 12,
        itemListElement: [
          { '@type': 'ListItem', position: 1, url: 'https://site.example/feeds/p1', name: 'A glaze' },
          { '@type': 'ListItem', position: 2, url: 'https://site.example/feeds/p2', name: 'A post by Lena' },
        ],
      },
    });
    expect(read({ series: { ...series, description: '' } })).not.toHaveProperty('description');
  });

  it('gives a video its length', () => {
    expect(read({ video: aVideo({ duration: 83.4 }) })).toMatchObject({
      '@type': 'VideoObject',
      duration: 'PT83S',
    });
  });

  it('can’t end the script that it stands in, and is absent elsewhere', () => {
    const text = structuredData({ shell, post: aPost({ text: '</script><script>alert(1)</script>' }) });
    expect(text).not.toContain('<');
    expect(structuredData({ shell })).toBeNull();
  });
});
