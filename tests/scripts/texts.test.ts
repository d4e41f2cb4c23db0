import { describe, expect, test } from 'vitest';
import { allTexts, textsOf } from '../../scripts/list-texts.ts';

const read = (source: string) => textsOf('src/features/x.tsx', source).map(({ text }) => text);

describe('the list of texts', () => {
  test('includes what people read: elements, attributes, messages', () => {
    expect(
      read(`
        export const Price = ({ name }: { name: string }) => (
          <p title="What it costs" className="a b c">
            Pay with {name} or
            another card.
            <b>Now</b>
          </p>
        );
        const label = free ? 'Free of charge' : \`Costs \${price} tokens\`;
        throw new Error('Add a card first.');
      `),
    ).toEqual([
      'Pay with … or another card.…',
      'What it costs',
      'Now',
      'Free of charge',
      'Costs … tokens',
      'Add a card first.',
    ]);
  });

  test('leaves out what programs read', () => {
    expect(
      read(`
        import a from 'Some where';
        type Kind = 'One kind' | 'Another kind';
        const css = <i className="Big red" style={{ color: 'red' }} />;
        const rows = sql\`SELECT one FROM two\`;
        const same = kind === 'Another kind';
        const path = 'application/json';
      `),
    ).toEqual([]);
  });

  test('gives the line', () => {
    expect(textsOf('a.ts', "const a = 1;\nconst b = 'Two words';")).toEqual([{ line: 2, text: 'Two words' }]);
  });
});

/** Phrases that nobody would write, and what to write instead. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\bstands? here\b/i, 'appears here'],
  [/\b(?:take|took|taken|takes) (?:it |this |that )?back\b/i, 'cancel, undo'],
  [/\bgiven back\b/i, 'refunded'],
  [/\bset aside\b/i, 'on hold, held'],
  [/\bused? first\b/i, 'default'],
  [/\bchoose none\b/i, 'select none'],
  [/\b(?:every|any|some)body\b/i, 'everyone, anyone, someone'],
  [/(?<!")\bnobody\b(?!")/i, 'no one; No results for …'],
  [/\bwe don’t know th/i, 'That … doesn’t work. Check the spelling.'],
  [/\bby itself\b/i, 'automatically; separately'],
  [/\bmeanwhile\b/i, 'in the meantime, until then'],
  [/\bwhat came of\b/i, 'the outcome'],
  [/\bfor good\b/i, 'permanently; This can’t be undone.'],
  [/\bwords to hold\b/i, 'filtered words'],
  [/\bwhere parcels go\b|\bwhere shall\b/i, 'delivery address'],
  [/\ba slip in it\b/i, 'The link may be broken'],
  [/\bfour fifths\b/i, '80%'],
  [/\bgo to the start\b/i, 'Go home'],
  [/\bpresent (?:password|account)\b/i, 'current'],
  [/\bany more\b/i, 'anymore'],
  [/\bcancell(?:ed|ing)\b|\btravelling\b|\bfavourite\b/i, 'American spelling'],
  [/\bled by\b|\byou lead\b/i, 'Highest bidder'],
  [/\bask for a payout\b/i, 'Request payout'],
  [/(?:^|[\s(])-(?:[$€£]|\d+ tokens)/, 'a true minus: −$1.50'],
];
/** Without the texts of demo people, who may write as they like. */
const texts = allTexts()
  .filter(({ file }) => !file.startsWith('src/backend/demo/'))
  .flatMap(({ file, texts: inside }) => inside.map(({ line, text }) => ({ where: `${file}:${line}`, text })));

test('there are texts of every kind', () => {
  expect(texts.length).toBeGreaterThan(3_000);
});

test.each(phrases)('none contains %s: say "%s"', (phrase) => {
  expect(texts.filter(({ text }) => phrase.test(text))).toEqual([]);
});

test('apostrophes on screen are curly', () => {
  expect(
    texts.filter(
      ({ where, text }) =>
        /^(?:pages|src\/(?:components|features|shell|ui|lib))\//.test(where) && /\p{L}'\p{L}/u.test(text),
    ),
  ).toEqual([]);
});
