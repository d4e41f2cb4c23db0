/** Texts fixed by the specification. */
export const texts = {
  pleaseLogin: 'Please login!',
  wrongCredentials: 'Incorrect credentials!',
  somethingWrong: 'Something went wrong, please try again later',
  errorOccurred: 'Error occurred, please try again later',
  saved: 'Changes saved',
  messageDeleted: 'Message deleted',
  messageDeletedElsewhere: 'Message deleted!',
} as const;

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

const filledText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/**
 * The message for a failed call: the reply's own message, one nested in it, or the fallback (specification
 * section 8). A generic message added by the client yields to the fallback, and so does an exception of our
 * own code, which isn't meant for people.
 */
export function problemMessage(problem: unknown, fallback: string = texts.somethingWrong): string {
  if (
    problem instanceof TypeError ||
    problem instanceof SyntaxError ||
    problem instanceof RangeError ||
    problem instanceof ReferenceError
  )
    return fallback;
  if (field(problem, 'isGeneric') === true) return fallback;
  const message = field(problem, 'message');
  const nested = [
    field(message, 'message'),
    ...['data', 'error', 'response'].map((name) => field(field(problem, name), 'message')),
  ];
  const deeper = field(field(field(problem, 'response'), 'data'), 'message');
  for (const candidate of [message, ...nested, deeper]) {
    const found = filledText(candidate);
    if (found !== null) return found;
  }
  return fallback;
}

/**
 * Error messages by field, such as `{ email: 'Enter an email address.' }`, from a reply that lists them; the
 * first per field.
 */
export function problemFields(problem: unknown): Record<string, string> {
  const listed = field(problem, 'errors') ?? field(field(problem, 'data'), 'errors');
  const found: Record<string, string> = {};
  for (const entry of Array.isArray(listed) ? listed : []) {
    const [name, message] = [filledText(field(entry, 'field')), filledText(field(entry, 'message'))];
    if (name !== null && message !== null) found[name] ??= message;
  }
  return found;
}

/** A text property of the reply, such as `clientSecret`, or null. */
export const problemFact = (problem: unknown, name: string): string | null =>
  filledText(field(problem, name)) ?? filledText(field(field(problem, 'data'), name));

/** The current amount in cents as stated in the reply, or null. */
export function problemAmount(problem: unknown): number | null {
  const amount = field(problem, 'amount') ?? field(field(problem, 'data'), 'amount');
  return typeof amount === 'number' && Number.isSafeInteger(amount) ? amount : null;
}

/** The reply's machine-readable code, such as `insufficient_balance`, or null. */
export const problemCode = (problem: unknown): string | null => problemFact(problem, 'code');
