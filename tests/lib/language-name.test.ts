import { expect, test } from 'vitest';
import { languages } from '#backend/domain/base/site/languages.ts';
import { languageName } from '#lib/language-name.ts';

/** Languages that their own speakers call as English does. */
const sameInEnglish = 'af ak bi en eo ha ho ia ie ig io kl kr mg oc tl tw vo wo'.split(' ');

test('every language has the name that its speakers use, the same in lists and beside captions', () => {
  const english = languages().filter(
    ({ name, nativeName }) => name.toLowerCase() === nativeName.toLowerCase(),
  );
  expect(english.map(({ code }) => code).filter((code) => !sameInEnglish.includes(code))).toEqual([]);
  for (const { code, nativeName } of languages())
    expect(languageName(code).toLocaleLowerCase(code), code).toBe(nativeName.toLocaleLowerCase(code));
});

test('a name keeps its small prefix, and what is no code stays as it is', () => {
  expect(['ss', 'de', 'oc', '?'].map(languageName)).toEqual(['siSwati', 'Deutsch', 'Occitan', '?']);
});
