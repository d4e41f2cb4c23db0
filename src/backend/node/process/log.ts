import type { Log } from '../../ports.ts';

type Facts = Record<string, unknown>;
const secretName = /^(token|password|authorization|cookie|secret|credentials?|card|number|cvc)$/i;
/** Tokens in addresses and headers, wherever a text carries one along. */
const secretText = /((?:[?&]|\b)token=|\bbearer\s+)[^\s&"',;]+/gi;

const clean = (text: string): string => text.replace(secretText, '$1[hidden]');

const replacer = (key: string, value: unknown): unknown => {
  if (secretName.test(key)) return '[hidden]';
  if (value instanceof Error) return clean(value.stack ?? value.message);
  return typeof value === 'string' ? clean(value) : value;
};

/**
 * A line a record: time, level, message, facts as JSON. What looks like a token or a password never gets in.
 */
export function createLog(write: (line: string) => void = (line) => process.stdout.write(line)): Log {
  const record = (level: string) => (message: string, facts?: Facts) =>
    write(
      `${new Date().toISOString()} ${level} ${clean(message)}${facts ? ` ${JSON.stringify(facts, replacer)}` : ''}\n`,
    );
  return { info: record('info'), warn: record('warn'), error: record('error') };
}
