import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { securityText } from '#backend/node/pages/security-text.ts';
import { EnvError } from '#config/env-error.ts';
import { readEnv } from '#config/env.ts';

/** Asks for a path; returns what was sent, or null. */
async function ask(path: string): Promise<string | null> {
  let sent = '';
  const response = {
    writeHead: () => response,
    end: (text: string) => void (sent = text),
  } as unknown as ServerResponse;
  const serve = securityText({
    contact: 'mailto:security@example.com',
    publicUrl: 'https://site.example',
    now: () => Date.parse('2026-11-24T10:30:00Z'),
  });
  return (await serve({} as never, response, path)) ? sent : null;
}

test('says whom to tell, until a day within the year', async () => {
  expect(await ask('/.well-known/security.txt')).toBe(
    [
      'Contact: mailto:security@example.com',
      'Expires: 2027-02-22T00:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://site.example/.well-known/security.txt',
      '',
    ].join('\n'),
  );
});

test('is one file, not a folder', async () => {
  for (const path of ['/.well-known/security.txt/more', '/.well-known/security.txt.asc'])
    expect(await ask(path)).toBeNull();
});

test('the contact is an address that a program can open', () => {
  for (const contact of ['mailto:security@example.com', 'https://example.com/security'])
    expect(readEnv({ SECURITY_CONTACT: contact }).SECURITY_CONTACT).toBe(contact);
  for (const contact of ['security@example.com', 'http://example.com', 'mailto:a@b.c\nContact: x'])
    expect(() => readEnv({ SECURITY_CONTACT: contact })).toThrow(EnvError);
});
