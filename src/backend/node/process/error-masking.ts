const hidden = '[hidden]';
const longest = 500;

/**
 * Names of our code and of the database's schema may be quoted; anything else in quotes may be what a person
 * wrote.
 */
const named =
  /\b(constraint|column|relation|table|index|function|type|property|reading|setting) (["'])[\w.$]{1,63}\2/g;
const quoted = /"[^"]*"?|'[^']*'(?!\w)|“[^”]*”?|‘[^’]*’|`[^`]*`?/g;
const secrets: readonly (readonly [RegExp, string])[] = [
  // Drizzle ends its messages with every value of the query.
  [/\bparams:[\s\S]*$/, `params: ${hidden}`],
  [/\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/@]*@)?([^\s/?#"']*)[^\s"']*/gi, `$1$2/${hidden}`],
  [/[^\s<>"'(]+@[^\s<>"')]+/g, hidden],
  [/\b(bearer|basic)\s+[^\s,;]+/gi, `$1 ${hidden}`],
  [
    /\b(token|cookie|password|secret|authorization|signature)(\s*[:=]\s*)[^\s,;]+(?: [^\s,;]+)?/gi,
    `$1$2${hidden}`,
  ],
  // Cards and telephones, addresses of machines, ids and tokens.
  [/\d(?:[ -]?\d){6,}/g, hidden],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, hidden],
  [/(?=[\w-]*\d)[\w-]{20,}/g, hidden],
];

/**
 * A message without what could be a person's: quoted text, e-mail addresses, tokens, numbers, the values of a
 * query.
 */
export function maskedMessage(message: string): string {
  const names: string[] = [];
  let text = message.replace(named, (found) => `\uE000${names.push(found) - 1}\uE001`);
  for (const [secret, mask] of secrets) text = text.replace(secret, mask);
  text = text.replace(quoted, `"${hidden}"`).slice(0, longest);
  return text.replace(/\uE000(\d+)\uE001/g, (_, index: string) => names[Number(index)] ?? '');
}

/**
 * Where the error came from. The message stands before it in `stack`, and a line of it could pass for a place
 * in the code.
 */
function framesOf({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  const after = at < 0 ? stack : stack.slice(at + message.length);
  return after
    .split('\n')
    .filter((line) => /^\s+at .*(?:node:|file:|\/|\\)[^()]*:\d+:\d+\)?$/.test(line))
    .join('\n');
}

const mostCauses = 5;

/**
 * The error as it may leave the server: kind, masked message and stack, the same of its causes, no other
 * property.
 */
export function presentable(thrown: unknown, causes = mostCauses): Error {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const message = maskedMessage(error.message);
  const copy =
    error.cause instanceof Error && causes > 0
      ? new Error(message, { cause: presentable(error.cause, causes - 1) })
      : new Error(message);
  copy.name = /^\w{1,60}$/.test(error.name) ? error.name : 'Error';
  copy.stack = `${copy.name}: ${message}\n${framesOf(error)}`;
  return copy;
}

/**
 * Facts that name code: a route of the contract, a kind of job, an event, a database's or Node's error code.
 */
const telling = ['route', 'kind', 'event', 'sqlState'] as const;

export function tagsOf(error: unknown, facts: Readonly<Record<string, unknown>>): Record<string, string> {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  const tags: Record<string, string> = {};
  for (const [name, value] of [...telling.map((one) => [one, facts[one]] as const), ['code', code] as const])
    if (typeof value === 'string' && value.length <= 100) tags[name] = value;
  return tags;
}
