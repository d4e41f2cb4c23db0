/** Plain words for the gateway's requirement codes; the first pattern that matches applies. */
const words: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/external_account/, 'A bank account'],
  [/tos_acceptance/, 'Your agreement to its terms'],
  [/verification\.additional_document/, 'A second identity document'],
  [/verification\.document|verification\.proof/, 'An identity document'],
  [/(^|\.)dob(\.|$)/, 'Your date of birth'],
  [/address/, 'Your address'],
  [/(first|last|full)_name|^individual\.name/, 'Your full name'],
  [/id_number|ssn/, 'Your national ID or tax number'],
  [/email/, 'Your email address'],
  [/phone/, 'Your phone number'],
  [/business_type/, 'Your business type'],
  [/business_profile/, 'What you do and your website'],
  [/^company|owners|directors|executives|representative/, 'Details about your company and its owners'],
];

/** What the gateway still requires of a creator in plain words, without duplicates. */
export const requirementTexts = (codes: readonly string[]): string[] => [
  ...new Set(codes.map((code) => words.find(([pattern]) => pattern.test(code))?.[1] ?? 'More about you')),
];
