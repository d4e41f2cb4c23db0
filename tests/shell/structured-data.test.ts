import { describe, expect, it } from 'vitest';
import { structuredData } from '#shell/pages/structured-data.ts';
import { aPerformer } from '../setup/factories/creators.ts';
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
        feed: aPost({ text: 'A glaze', access: { allowed: true, reason: 'free', routes: [] } }),
      }),
    ).toMatchObject({ '@type': 'SocialMediaPosting', headline: 'A glaze', isAccessibleForFree: true });
    expect(read({ feed: aLockedPost() })).toMatchObject({
      headline: 'A post by Lena',
      isAccessibleForFree: false,
    });
  });

  it('gives a video its length', () => {
    expect(read({ video: aVideo({ duration: 83.4 }) })).toMatchObject({
      '@type': 'VideoObject',
      duration: 'PT83S',
    });
  });

  it('can’t end the script that it stands in, and is absent elsewhere', () => {
    const text = structuredData({ shell, feed: aPost({ text: '</script><script>alert(1)</script>' }) });
    expect(text).not.toContain('<');
    expect(structuredData({ shell })).toBeNull();
  });
});
