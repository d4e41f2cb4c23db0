import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSnippet, soughtIn } from '#lib/snippet.ts';

const marked = (text: string, query: string) =>
  findSnippet(text, query)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

describe('a snippet', () => {
  it.each([
    ['The glaze is ready', 'glaze', 'The [glaze] is ready'],
    ['The glazes are ready', 'glaz', 'The [glazes] are ready'],
    ['The GLAZE, the glaze', 'glaze', 'The [GLAZE], the [glaze]'],
    ['An ash glaze', 'glaze ash', 'An [ash] [glaze]'],
    ['Ashes and ash', 'ash glaze', 'Ashes and [ash]'],
    ['Über die Brücke', 'über', '[Über] die Brücke'],
    ['Nothing of it', 'glaze', 'Nothing of it'],
    ['<b>glaze</b> <!-- glaze -->', 'glaze', '[glaze]'],
    ['', 'glaze', ''],
  ])('%s for %s', (text, query, expected) => expect(marked(text, query)).toBe(expected));

  it('begins before the first match, at a word, and says what it leaves out', () => {
    const text = `${'word '.repeat(60)}glaze ${'after '.repeat(60)}`;
    const shown = marked(text, 'glaze');
    expect(shown).toMatch(/^…word .*\[glaze\] after.*…$/);
    expect(shown.length).toBeLessThan(180);
  });

  it('marks the beginning of a word only while it may still be being typed', () => {
    expect(marked('Glazes', 'glaz ')).toBe('[Glazes]');
    expect(marked('Go there', 'go th')).toBe('[Go] there');
    expect(['gl', 'gla', 'gla!'].map((query) => soughtIn(query)?.begun)).toEqual([null, 'gla', null]);
  });

  it('holds nothing that isn’t in the text, whatever is searched for', () =>
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.string({ maxLength: 20 }), (text, query) => {
        for (const part of findSnippet(`Hello ${text.replaceAll('<', '')}`, query))
          expect(part.text.replaceAll('…', '').length).toBeLessThanOrEqual(170);
      }),
    ));
});
