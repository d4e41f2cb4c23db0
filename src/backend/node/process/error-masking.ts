const hidden = '[hidden]';
const longest = 500;

/** Quoted names from the code and the database schema are kept; anything else in quotes may be user input. */
const named =
  /\b(constraint|column|relation|table|index|function|type|property|reading|setting) (["'])[\w.$]{1,63}\2/g;
const quoted = /"[^"]*"?|'[^']*'(?!\w)|“[^”]*”?|‘[^’]*’|`[^`]*`?/g;
const secrets: readonly (readonly [RegExp, string])[] = [
  // Drizzle appends every value of the query to its messages.
  [/\bparams:[\s\S]*$/, `params: ${hidden}`],
  [/\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/@]*@)?([^\s/?#"']*)[^\s"']*/gi, `$1$2/${hidden}`],
  [/[^\s<>"'(]+@[^\s<>"')]+/g, hidden],
  [/\b(bearer|basic)\s+[^\s,;]+/gi, `$1 ${hidden}`],
  [
    /\b(token|cookie|password|secret|authorization|signature)(\s*[:=]\s*)[^\s,;]+(?: [^\s,;]+)?/gi,
    `$1$2${hidden}`,
  ],
  // Card and phone numbers, IP addresses, ids, and tokens.
  [/\d(?:[ -]?\d){6,}/g, hidden],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, hidden],
  [/(?=[\w-]*\d)[\w-]{20,}/g, hidden],
];

/**
 * Masks anything in an error message that could be personal: quoted text, email addresses, tokens, numbers,
 * and query values.
 */
export function maskedMessage(message: string): string {
  const names: string[] = [];
  let text = message.replace(named, (found) => `\uE000${names.push(found) - 1}\uE001`);
  for (const [secret, mask] of secrets) text = text.replace(secret, mask);
  text = text.replace(quoted, `"${hidden}"`).slice(0, longest);
  return text.replace(/\uE000(\d+)\uE001/g, (_, index: string) => names[Number(index)] ?? '');
}

/**
 * The stack frames of an error. The message precedes them in `stack` and is cut off, because one of its lines
 * could look like a frame.
 */
function cutFrames({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  const after = at < 0 ? stack : stack.slice(at + message.length);
  return after
    .split('\n')
    .filter((line) => /^\s+at .*(?:node:|file:|\/|\\)[^()]*:\d+:\d+\)?$/.test(line))
    .join('\n');
}

const mostCauses = 5;

/**
 * A copy of an error that may leave the server: name, masked message, and stack, likewise for its causes, and
 * no other property.
 */
export function presentable(thrown: unknown, causes = mostCauses): Error {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const message = maskedMessage(error.message);
  const copy =
    error.cause instanceof Error && causes > 0
      ? new Error(message, { cause: presentable(error.cause, causes - 1) })
      : new Error(message);
  copy.name = /^\w{1,60}$/.test(error.name) ? error.name : 'Error';
  copy.stack = `${copy.name}: ${message}\n${cutFrames(error)}`;
  return copy;
}

/**
 * Facts that name code, not data: a route, a kind of job, an event, and error codes of the database or Node.
 */
const taggedFacts = ['route', 'kind', 'event', 'sqlState'] as const;

export function pickTags(error: unknown, facts: Readonly<Record<string, unknown>>): Record<string, string> {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  const tags: Record<string, string> = {};
  for (const [name, value] of [
    ...taggedFacts.map((one) => [one, facts[one]] as const),
    ['code', code] as const,
  ])
    if (typeof value === 'string' && value.length <= 100) tags[name] = value;
  return tags;
}
