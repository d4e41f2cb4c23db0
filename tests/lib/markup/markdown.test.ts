import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formattedPieces } from '#lib/markup/markdown.ts';
import { plainPost, shortPost } from '#lib/markup/post-text.ts';
import type { TextPiece } from '#lib/text.ts';
import { readsToTheEnd } from '../../setup/long-texts.ts';

const shown = (pieces: readonly TextPiece[]): string =>
  pieces
    .map((piece) =>
      piece.kind === 'tag'
        ? `<${piece.tag}${piece.start ? ` ${piece.start}` : ''}>${shown(piece.pieces)}</${piece.tag}>`
        : piece.kind === 'text'
          ? piece.text
          : `{${piece.text}|${piece.href}}`,
    )
    .join('');

describe('the formatting of posts', () => {
  it.each([
    ['a **bold** and *it* _it_', 'a <strong>bold</strong> and <em>it</em> <em>it</em>'],
    [
      '**bold *both* x** and ***all***',
      '<strong>bold <em>both</em> x</strong> and <strong><em>all</em></strong>',
    ],
    ['2 * 3 * 4, 2*3*4, snake_case_name, ** x **', '2 * 3 * 4, 2*3*4, snake_case_name, ** x **'],
    ['**open\nline**, *never', '**open\nline**, *never'],
    [
      '[words](https://x.org/a_(b)) and [x](www.x.org).',
      '{words|https://x.org/a_(b)} and {x|http://www.x.org}.',
    ],
    ['[x](javascript:alert(1)) [y](data:x) []()', '[x](javascript:alert(1)) [y](data:x) []()'],
    [
      '[https://bank.example](https://evil.example)',
      '[{https://bank.example](https://evil.example)|https://bank.example](https://evil.example)}',
    ],
    [
      '**see https://x.org/** *@mara* **#film**',
      '<strong>see {https://x.org/|https://x.org/}</strong> <em>{@mara|/mara}</em> <strong>{#film|/tags/film}</strong>',
    ],
    [
      'Before\n\n- one\n- **two**\n\nafter\n3. c\n4) d',
      'Before<ul><li>one</li><li><strong>two</strong></li></ul>after<ol 3><li>c</li><li>d</li></ol>',
    ],
    ['<b>**x**</b> <script>*y*</script>', '<b><strong>x</strong></b> <em>y</em>'],
    ['a\n\nb -- 2026. A year', 'a\n\nb -- 2026. A year'],
  ])('%s', (text, expected) => expect(shown(formattedPieces(text))).toBe(expected));

  it('is left out where only words are shown', () => {
    expect(plainPost('**New**:\n- *one*\n- [two](https://a.b)\n\nSee you')).toBe('New:\none\ntwo\nSee you');
    expect(shortPost('**New**:\n- *one*', 60)).toBe('New: one');
  });

  it('loses no word, however marks are mixed, and nests little', () => {
    const part = fc.constantFrom(
      '*',
      '**',
      '_',
      '[',
      '](',
      ')',
      'https://a.b',
      ' ',
      '\n',
      '- ',
      '1. ',
      'x',
      '#t',
      '<b>',
    );
    const words = (text: string) => text.replaceAll(/[^xtab]/g, '').length;
    const depth = (pieces: readonly TextPiece[]): number =>
      Math.max(0, ...pieces.map((piece) => (piece.kind === 'tag' ? 1 + depth(piece.pieces) : 0)));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const text = parts.join('');
        expect(plainPost(text).match(/x/g)?.length ?? 0).toBeGreaterThanOrEqual(0);
        expect(depth(formattedPieces(text))).toBeLessThan(60);
        return words(plainPost(text)) <= words(text);
      }),
    );
  });

  it('is found in megabytes of anything', async () => {
    const hostile = [
      '*',
      '**',
      '_',
      '*a',
      'a*',
      '**a ',
      '[',
      '](',
      '- ',
      '1. ',
      '*a\n',
      '***',
      '[a](http://a',
    ];
    const texts = hostile.map((part) => ({ part }));
    await readsToTheEnd({ reader: 'formattedPieces', texts, length: 2_000_000 });
  });
});
