import type { z } from 'zod';

type Raw = z.core.$ZodRawIssue;
type Of<Code extends z.core.$ZodIssue['code']> = Extract<z.core.$ZodIssue, { code: Code }>;

const quoted = (values: readonly unknown[]): string[] => values.map((value) => `“${String(value)}”`);
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
/** Lists with more options than this aren't spelled out. */
const most = 8;
/** Of unknown keys, which the sender chooses, only so many are repeated, and only so much of each. */
const mostKeys = 20;
const shortened = (key: string): string => (key.length > 60 ? `${key.slice(0, 60)}…` : key);

const kinds: Readonly<Record<string, string>> = {
  string: 'Enter text.',
  number: 'Enter a number.',
  nan: 'Enter a number.',
  int: 'Enter a whole number.',
  bigint: 'Enter a whole number.',
  boolean: 'Choose true or false.',
  date: 'Enter a date.',
  array: 'Send a list.',
  tuple: 'Send a list.',
  set: 'Send a list.',
  object: 'Send an object with named fields.',
  record: 'Send an object with named fields.',
  map: 'Send an object with named fields.',
  null: 'Leave this empty.',
  undefined: 'Leave this out.',
  never: 'Leave this out.',
  void: 'Leave this out.',
  file: 'Choose a file.',
};
const formats: Readonly<Record<string, string>> = {
  email: 'Enter an email address.',
  url: 'Enter a web address.',
  uuid: 'Enter a valid id.',
  guid: 'Enter a valid id.',
  datetime: 'Enter a date and time, like 2030-01-31T18:00:00Z.',
  date: 'Enter a date, like 2030-01-31.',
  time: 'Enter a time, like 18:00.',
  duration: 'Enter a duration, like PT30M.',
  ipv4: 'Enter an IP address.',
  ipv6: 'Enter an IP address.',
  e164: 'Enter a phone number, like +4930123456.',
  base64: 'Send it encoded as base64.',
  json_string: 'Send JSON.',
};

function counted(
  issue: Of<'too_big'> | Of<'too_small'>,
  { word, bound, edge }: { word: 'most' | 'least'; bound: number | bigint; edge: string },
): string {
  const many = `${bound.toLocaleString('en-US')}`;
  if (issue.origin === 'string')
    return word === 'least' && bound === 1
      ? 'This is required.'
      : `Use at ${word} ${many} character${bound === 1 ? '' : 's'}.`;
  if (['array', 'set', 'map'].includes(issue.origin)) return `Choose at ${word} ${many}.`;
  if (issue.origin === 'file') return `Send at ${word} ${many} bytes.`;
  if (issue.origin === 'date') return word === 'most' ? 'Choose an earlier date.' : 'Choose a later date.';
  return issue.inclusive === false ? `Enter ${edge} ${many}.` : `Enter at ${word} ${many}.`;
}

/** One for each issue code. If the library adds one, this doesn't compile. */
const sentences: {
  readonly [Code in z.core.$ZodIssue['code']]: (issue: Of<Code> & Pick<Raw, 'input'>) => string;
} = {
  invalid_type: ({ expected, input }) =>
    input === undefined ? 'This is required.' : (kinds[expected] ?? 'This value isn’t valid.'),
  invalid_value: ({ values }) =>
    values.length > most
      ? 'Choose one from the list.'
      : values.length === 1
        ? `This can only be ${listed(quoted(values))}.`
        : `Choose ${listed(quoted(values))}.`,
  too_big: (issue) => counted(issue, { word: 'most', bound: issue.maximum, edge: 'less than' }),
  too_small: (issue) => counted(issue, { word: 'least', bound: issue.minimum, edge: 'more than' }),
  invalid_format: ({ format }) => formats[format] ?? 'Check the format.',
  not_multiple_of: ({ divisor }) => `Enter a multiple of ${divisor}.`,
  unrecognized_keys: ({ keys }) => {
    const named = quoted(keys.slice(0, mostKeys).map((key) => shortened(key))).join(', ');
    return `Unknown key ${named}${keys.length > mostKeys ? ` and ${keys.length - mostKeys} more` : ''}.`;
  },
  invalid_union: (issue) =>
    'options' in issue && Array.isArray(issue.options) && issue.options.length <= most
      ? `Choose ${listed(quoted(issue.options))}.`
      : 'This value isn’t valid.',
  invalid_key: () => 'One of the keys isn’t valid.',
  invalid_element: () => 'One of the values isn’t valid.',
  custom: () => 'This value isn’t valid.',
};

/**
 * An error message in plain language for issues without a message of their own. Passed to every parse of
 * external input, so that the validator's default messages are never shown.
 */
export const describeIssue = (issue: Raw): string => (sentences[issue.code] as (issue: Raw) => string)(issue);
