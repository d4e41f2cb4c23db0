import { agreedPages } from './agreed-pages.ts';

/** What a creator confirms with their documents. A change of any word needs a new version. */
export const creatorStatements = {
  version: '2026-11',
  age: 'I’m at least 18 years old, and the documents I send are mine.',
  consent:
    'Everyone who appears in what I publish is at least 18 years old, has agreed to appear and to its publication, and I keep proof of both.',
} as const;

/** Kinds of statements and texts that people agree to. */
export const consentKinds = ['age', 'consent', ...agreedPages] as const;
export type ConsentKind = (typeof consentKinds)[number];
