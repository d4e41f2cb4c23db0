import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLink, linkPieces, toHref } from '#lib/text.ts';
import type { TextPiece } from '#lib/text.ts';
import { plainText, textPieces } from '#lib/text-tags.ts';

const links = (text: string) =>
  linkPieces(text).flatMap((piece) => (piece.kind === 'link' ? [piece.href] : []));
const words = (text: string) =>
  linkPieces(text)
    .map((piece) => (piece.kind === 'tag' ? '' : piece.text))
    .join('');

describe('links', () => {
  it.each([
    ['see https://example.org/a?b=c#d now', ['https://example.org/a?b=c#d']],
    ['HTTP://EXAMPLE.ORG', ['HTTP://EXAMPLE.ORG']],
    ['www.example.org/x', ['http://www.example.org/x']],
    ['(https://en.wikipedia.org/wiki/Lime_(fruit))', ['https://en.wikipedia.org/wiki/Lime_(fruit)']],
    [
      'Look: https://example.org/a, https://example.org/b.',
      ['https://example.org/a', 'https://example.org/b'],
    ],
    ['"https://example.org"', ['https://example.org']],
    ['https://例え.jp/道', ['https://例え.jp/道']],
    ['https://[::1]/x', ['https://[::1]/x']],
    ['javascript:alert(1) data:text/html,x ftp://example.org', []],
    // Each script: its own marks end the address, and its letters belong to it.
    ['見て https://example.com/a。次', ['https://example.com/a']], // Japanese: no space after a full stop
    ['「https://example.com/道」を見て', ['https://example.com/道']], // Japanese: corner brackets quote
    ['请看https://example.com/a，谢谢！', ['https://example.com/a']], // Chinese: a comma of full width
    ['看（https://example.com/a）', ['https://example.com/a']], // Chinese: a bracket the address didn't open
    ['https://example.com/青檸（水果）', ['https://example.com/青檸（水果）']], // and one that it did
    ['“https://example.com/a”', ['https://example.com/a']], // Latin: typographic quotes
    ['„https://example.com/a“, ja', ['https://example.com/a']], // German: low quotes
    ['«https://example.com/путь»', ['https://example.com/путь']], // Cyrillic: guillemets
    ['https://example.com/a— да', ['https://example.com/a']], // a dash that ends it
    ['https://example.com/rock’n’roll', ['https://example.com/rock’n’roll']], // an apostrophe within it
    ['δες https://example.com/α· και', ['https://example.com/α']], // Greek: the raised dot
    ['انظر https://example.com/a، ثم', ['https://example.com/a']], // Arabic: the comma
    ['https://example.com/راه؟', ['https://example.com/راه']], // Persian: the question mark
    ['یہ https://example.com/a۔', ['https://example.com/a']], // Urdu: the full stop
    ['ראה https://example.com/דרך׃', ['https://example.com/דרך']], // Hebrew: sof pasuq
    ['देखें https://example.com/हिन्दी।', ['https://example.com/हिन्दी']], // Devanagari: danda, and vowel signs stay
    ['https://example.com/ไทย๚', ['https://example.com/ไทย']], // Thai: the end of a section
    ['https://example.com/a។', ['https://example.com/a']], // Khmer: khan
    ['https://example.com/a။', ['https://example.com/a']], // Burmese: section
    ['https://example.com/a།', ['https://example.com/a']], // Tibetan: shad
    ['https://example.com/a።', ['https://example.com/a']], // Ethiopic: the full stop
    ['https://example.com/a։', ['https://example.com/a']], // Armenian: the full stop
    ['https://example.com/a\u200f,', ['https://example.com/a']], // a mark of direction isn't part of it
    ['http:// https://) www. www.', []],
    ['no links', []],
  ])('%s', (text, found) => expect(links(text)).toEqual(found));

  it('keeps every character that was written', () => {
    fc.assert(fc.property(fc.string(), (text) => words(text) === text));
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('http://', 'www.', 'a', '.', ')', '(', ' ', '/', '<', '"')),
        (parts) => words(parts.join('')) === parts.join(''),
      ),
    );
  });

  it('detects text that is a URL as a whole', () => {
    expect([
      isLink('https://example.org'),
      isLink(' http://a.b '),
      isLink('see http://a.b'),
      isLink('www.a.b'),
      isLink('ftp://a.b'),
    ]).toEqual([true, true, false, false, false]);
    expect(toHref('WWW.a.b')).toBe('http://WWW.a.b');
  });
});

describe('tags', () => {
  it.each([
    ['a <b>bold</b> word', 'a bold word'],
    ['<!-- secret -->shown', 'shown'],
    ['before <!-- never closed <b>x</b>', 'before '],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<<x>script>alert(1)</script>', 'alert(1)'],
    ['<scr<!-- -->ipt>x', 'x'],
    ['<img src=x onerror=alert(1)>', ''],
    ['I <3 you, 2 < 3 > 1', 'I <3 you, 2 < 3 > 1'],
    ['a < b and c > d', 'a < b and c > d'],
    ['<a href="https://evil.example">click</a>', 'click'],
  ])('%s → %s', (text, shown) => expect(plainText(text)).toBe(shown));

  it('keeps the allowed ones as data, nested and closed', () => {
    expect(textPieces('<b>x <i onclick="y">z</b> w')).toEqual([
      {
        kind: 'tag',
        tag: 'b',
        pieces: [
          { kind: 'text', text: 'x ' },
          { kind: 'tag', tag: 'i', pieces: [{ kind: 'text', text: 'z' }] },
        ],
      },
      { kind: 'text', text: ' w' },
    ]);
  });

  it('finds links inside and around tags', () => {
    expect(textPieces('<b>https://a.b</b>')[0]).toEqual({
      kind: 'tag',
      tag: 'b',
      pieces: [{ kind: 'link', text: 'https://a.b', href: 'https://a.b' }],
    });
  });

  it('never nests deeper than the page can handle, and leaves no disallowed tag', () => {
    const depth = (pieces: readonly TextPiece[]): number =>
      Math.max(0, ...pieces.map((piece) => (piece.kind === 'tag' ? 1 + depth(piece.pieces) : 0)));
    expect(depth(textPieces('<b>'.repeat(5_000)))).toBeLessThanOrEqual(17);
    expect(plainText('<<b>script-->')).toBe('< script-->');
    const bits = fc.array(fc.constantFrom('<', '>', '/', 'script', 'b', 'x', '<!--', '-->', ' ', '=', '"'), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(bits, (parts) => !/<\/?[a-z][^<]*>/i.test(plainText(parts.join('')))),
      { numRuns: 2_000 },
    );
  });
});

describe('running time', () => {
  const hostile = [
    '<',
    '<b',
    '<b>',
    '</b>',
    '<!--',
    '<a<',
    '>',
    '<>',
    '(',
    'http://',
    'www.',
    'http://)',
    'http://a)',
    '<1',
    '<<x>',
    'https://a.b/(',
    '<b<b>',
    'a.',
    '&',
    '#',
    '@',
    '#a',
    '@a.',
    '@abc ',
  ];
  it.each(hostile)('grows linearly with the length of %s', (bit) => {
    const text = bit.repeat(Math.ceil(400_000 / bit.length)) + '>)'.repeat(100_000);
    // Takes milliseconds in linear time; a quadratic scan would exceed the test's timeout.
    expect(textPieces(text).length).toBeGreaterThan(0);
  });
});
