import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from '../../scripts/boundaries.ts';
import { declaredNames } from '../../scripts/declared-names.ts';

/**
 * Words that say nothing to a reader who knows the field, and how many declarations still have them. Choose another name
 * for what you add. Lower a number when you rename.
 */
const avoided = {
  'a function named “…Of”: say what it does or returns': { name: /^[a-z]\w*Of$/, most: 31 },
  'tell, told: emit, notify, report, send': { name: /^(tell|told)(?![a-z])|(Tell|Told)(?![a-z])/, most: 0 },
  'kept: saved, stored': { name: /^kept(?![a-z])|Kept(?![a-z])/, most: 4 },
  'asked: requested': { name: /^asked(?![a-z])|Asked(?![a-z])/, most: 17 },
  'moment: time, date, period': { name: /^moment(?![a-z])|Moment(?![a-z])/, most: 39 },
  'judge: decide, check': { name: /^judge|Judge/, most: 1 },
  'feed: post (feed is the word of routes and replies alone)': {
    name: /^feeds?(?![a-z])|Feeds?(?![a-z])/,
    most: 30,
  },
  'deed, door, world: action, gate or handler, data': {
    name: /^(deed|door|world)|(Deed|Door|World)(?![a-z])/,
    most: 0,
  },
};

const declared = sourceFiles().flatMap((file) => declaredNames(file, readFileSync(file, 'utf8')));

test.each(Object.entries(avoided))('%s', (_, { name, most }) => {
  const found = declared.filter((each) => name.test(each.name));
  const lines = found.map((each) => `${each.file}: ${each.name}`);
  expect(found.length, lines.join('\n')).toBe(most);
});

test('every kind of declaration is read', () => {
  const source = `
    function one() {} const two = () => 1, three = 2; class Four { five = 1; six() {} }
    interface Seven { readonly eight: string; nine(): void } type Ten = { eleven: 1 };`;
  expect(declaredNames('a.ts', source).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'function one',
    'function two',
    'value three',
    'type Four',
    'property five',
    'property six',
    'type Seven',
    'property eight',
    'property nine',
    'type Ten',
    'property eleven',
  ]);
});
