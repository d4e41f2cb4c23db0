/*
 * What is a letter, in any script. The page, the server and the database all follow these classes: PostgreSQL knows
 * no Unicode properties, so `scripts/word-classes.ts` writes them out for it, and a test compares the two.
 * Each is the inside of a character class.
 */

/** Letters, the marks that belong to them, and digits. The marks are vowels in many scripts. */
export const wordLetters = String.raw`\p{L}\p{M}\p{N}`;
export const marks = String.raw`\p{M}`;

/**
 * What stands within a word but doesn't begin or end one: joiners (Persian, Devanagari), the Catalan middle dot,
 * Hebrew geresh and gershayim, and the Armenian marks that are written over a vowel.
 */
export const joiners = String.raw`\u200c\u200d\u00b7\u05f3\u05f4\u055b\u055c\u055e`;

const letter = `(?=[${wordLetters}])(?![${marks}])`;
const pairScripts = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u30fc\u3006\u3031-\u3035`;
const tripleScripts = String.raw`\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;

/**
 * Letters of scripts that put no spaces between words. A character of the first carries a word's meaning, so two in
 * a row say enough; the second are alphabets, which need three. These and the following are patterns of one character.
 */
export const pairLetter = `${letter}[${pairScripts}]`;
export const tripleLetter = `${letter}[${tripleScripts}]`;
/** Letters of all other scripts. */
export const spacedLetter = `(?![${pairScripts}${tripleScripts}])[${wordLetters}]`;
export const emoji = String.raw`(?![\0-\u00ff]|[${wordLetters}])[\p{Extended_Pictographic}\p{Regional_Indicator}]`;

/**
 * What makes no other word: accents and vowel points (not vowel signs, without which Indian scripts can't be read),
 * dots under Indian letters, the Arabic tatweel, apostrophes, what joins letters, and what can't be seen.
 */
export const ignored = String.raw`(?![\u3099\u309a])\p{Script=Inherited}|(?=\p{M})[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Cyrillic}\p{Script=Syriac}]|[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u0640'\u2019\u02bb\u02bc\u055a${joiners}]|\p{Cf}`;

/** Letters with two spellings, one below the other: what decomposing them doesn't join. */
export const spellings = {
  written: 'ıłđðøħŧςىیکٱةہە٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९',
  found: 'ilddohtσييكاههه012345678901234567890123456789',
} as const;
/** Letters that are two. */
export const ligatures = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' } as const;
