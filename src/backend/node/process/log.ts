import type { Log } from '../../ports/ports.ts';
import { currentRequestId } from './request-id.ts';

type Facts = Record<string, unknown>;
const secretName = /^(token|password|authorization|cookie|secret|credentials?|card|number|cvc)$/i;
/** Matches tokens in URLs and headers, wherever they occur in a text. */
const secretText = /((?:[?&]|\b)token=|\bbearer\s+)[^\s&"',;]+/gi;

const clean = (text: string): string => text.replace(secretText, '$1[hidden]');

const replacer = (key: string, value: unknown): unknown => {
  if (secretName.test(key)) return '[hidden]';
  if (value instanceof Error) return clean(value.stack ?? value.message);
  return typeof value === 'string' ? clean(value) : value;
};

/**
 * Writes one line per record: time, level, message, and facts as JSON, first of them the request it belongs to. Anything that looks like a token or
 * password is hidden.
 */
export function createLog(write: (line: string) => void = (line) => process.stdout.write(line)): Log {
  const record = (level: string) => (message: string, given?: Facts) => {
    const request = currentRequestId();
    const facts = request === undefined ? given : { request, ...given };
    write(
      `${new Date().toISOString()} ${level} ${clean(message)}${facts ? ` ${JSON.stringify(facts, replacer)}` : ''}\n`,
    );
  };
  return { info: record('info'), warn: record('warn'), error: record('error') };
}
