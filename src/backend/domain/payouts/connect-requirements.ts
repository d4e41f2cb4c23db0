/** What gateways call the things they ask for, by the part of the name that says it; the first that fits. */
const words: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/external_account/, 'A bank account to pay to'],
  [/tos_acceptance/, 'Your agreement to its terms'],
  [/verification\.additional_document/, 'A second identity document'],
  [/verification\.document|verification\.proof/, 'An identity document'],
  [/(^|\.)dob(\.|$)/, 'Your date of birth'],
  [/address/, 'Your address'],
  [/(first|last|full)_name|^individual\.name/, 'Your full name'],
  [/id_number|ssn/, 'Your identity or tax number'],
  [/email/, 'Your email address'],
  [/phone/, 'Your phone number'],
  [/business_type/, 'Whether you are a person or a company'],
  [/business_profile/, 'What you do and where people find it'],
  [/^company|owners|directors|executives|representative/, 'Details about your company and who runs it'],
];

/** What a gateway still asks of a creator, in words, each once. */
export const requirementTexts = (codes: readonly string[]): string[] => [
  ...new Set(codes.map((code) => words.find(([pattern]) => pattern.test(code))?.[1] ?? 'More about you')),
];
