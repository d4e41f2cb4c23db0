import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { routes } from '#config/routes.ts';
import { findHashtags, findMentions } from '#lib/markup/references.ts';
import { parseTag, tagPath } from '#lib/markup/tags-and-mentions.ts';
import { referencedPieces } from '#lib/markup/shown-pieces.ts';
import { readsToTheEnd } from '../../setup/long-texts.ts';

describe('tags', () => {
  it.each([
    ['#film and #Film, #film_photo!', ['film', 'film_photo']],
    ['(#jazz) “#blues” #rock’n’roll', ['jazz', 'blues', 'rock']],
    ['#写真、#Фото #año #tiếng_việt #हिन्दी', ['写真', 'фото', 'año', 'tiếng_việt', 'हिन्दी']],
    ['#art🔥 #🔥', ['art']],
    ['#1 #2026 #_ #3d', ['3d']],
    ['a#b ##c &#39; #', []],
    ['https://example.org/#part www.example.org/?#x', []],
    ['<b>#bold</b> <!-- #hidden -->', ['bold']],
    [`#${'a'.repeat(50)} #${'b'.repeat(51)}`, ['a'.repeat(50)]],
  ])('%s', (text, tags) => expect(findHashtags(text)).toEqual(tags));

  it('are addressed by one key, with or without the sign', () => {
    expect([parseTag('#Film'), parseTag(' film '), parseTag('ﬁlm')]).toEqual(['film', 'film', 'film']);
    expect([
      parseTag(''),
      parseTag('#'),
      parseTag('12'),
      parseTag('two words'),
      parseTag('##x'),
      parseTag('a/b'),
    ]).toEqual(Array.from({ length: 6 }, () => null));
    expect(tagPath('año')).toBe(routes.tag('año'));
  });
});

describe('mentions', () => {
  it.each([
    ['@mara, @Mara. and (@ben.lee)', ['mara', 'ben.lee']],
    ['write to me@example.org or x@y', []],
    ['@ab @', []],
    [`@${'a'.repeat(30)} @${'b'.repeat(31)}`, ['a'.repeat(30)]],
    ['@mara... @ben--', ['mara', 'ben']],
    ['https://example.org/@mara', []],
    ['@@mara @mara@example.org', ['mara']],
  ])('%s', (text, names) => expect(findMentions(text)).toEqual(names));
});

describe('links', () => {
  it('lead to the page of the tag and to the profile', () => {
    expect(referencedPieces('By @Mara in #Año, see https://example.org/#x')).toEqual([
      { kind: 'text', text: 'By ' },
      { kind: 'inside', text: '@Mara', href: '/mara' },
      { kind: 'text', text: ' in ' },
      { kind: 'inside', text: '#Año', href: '/tags/a%C3%B1o' },
      { kind: 'text', text: ', see ' },
      { kind: 'link', text: 'https://example.org/#x', href: 'https://example.org/#x' },
    ]);
  });

  it('keep every character', () => {
    const part = fc.constantFrom('#', '@', 'a', 'é', '_', '.', '-', '/', ' ', '&', '1', 'http://', '🔥');
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.join('');
        return (
          referencedPieces(text)
            .map((piece) => (piece.kind === 'tag' ? '' : piece.text))
            .join('') === text
        );
      }),
    );
  });

  it('are found in megabytes of anything', async () => {
    const length = 2_000_000;
    const hostile = [
      '#',
      '@',
      '#@',
      '@a.',
      '@.',
      '#a',
      '@a',
      '&#',
      '#é',
      '@a-',
      '/#',
      '@abc ',
      '#abc ',
      '#a\n',
    ];
    const texts = [
      ...hostile.flatMap((part) => [{ part }, { start: part, part: 'a' }]),
      { start: '@a', part: '.' },
    ];
    await readsToTheEnd({ reader: 'shownPieces', texts, length });
  });
});
