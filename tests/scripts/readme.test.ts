import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { EnvSchema, readEnv } from '#config/env.ts';
import { operatorProgram } from '#backend/node/operator/commands.ts';
import type { CommandDeps } from '#backend/node/operator/options.ts';

/* What the documents tell people to set and run exists. */
const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path: string) => readFileSync(inRoot(path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const documents = ['README.md', '.env.example', 'docs/several-processes.md', 'CHANGELOG.md'];

const settings = new Set(Object.keys(EnvSchema.shape));
/** Names of others: of tests, of nginx, of compose.yaml. */
const foreign = new Set(['CHROMIUM_PATH', 'POSTGRES_PASSWORD', 'BASE', 'BUILD_BASE', 'FFMPEG']);

/** Names of settings in backquotes or in commands: at least two parts, or set to something. */
export function settingsIn(text: string): string[] {
  const code = [...text.matchAll(/`([^`\n]+)`/g), ...text.matchAll(/```\n([\s\S]+?)```/g)].map(
    ([, inside = '']) => inside,
  );
  const found = code.flatMap((inside) => [
    ...[...inside.matchAll(/\b([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)\b/g)].map(([, name = '']) => name),
    ...[...inside.matchAll(/(?:^|\s)([A-Z][A-Z\d]{2,})=/g)].map(([, name = '']) => name),
  ]);
  return [...new Set(found)];
}

/** The words after a command, without options and placeholders. */
export const commandsIn = (text: string, command: string): string[][] =>
  [...text.replaceAll(/\n\s*/g, ' ').matchAll(/`([^`]+)`/g)]
    .map(([, inside = '']) => inside)
    .filter((inside) => inside.includes(command))
    .map((inside) =>
      inside
        .slice(inside.indexOf(command) + command.length)
        .trim()
        .split(/\s+/),
    );

test.each(documents)('%s names settings that exist', (file) => {
  const unknown = settingsIn(read(file)).filter((name) => !settings.has(name) && !foreign.has(name));
  expect(unknown).toEqual([]);
});

test('every setting the README names is explained in .env.example', () => {
  const explained = read('.env.example');
  const named = settingsIn(read('README.md')).filter((name) => settings.has(name));
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !new RegExp(`^${name}=`, 'm').test(explained))).toEqual([]);
});

test('the settings it shows with values are accepted', () => {
  const shown = [...read('README.md').matchAll(/\b([A-Z][A-Z_]+)=([^\s`]+)/g)]
    .map(([, name = '', value = '']) => [name, value] as const)
    .filter(([name]) => settings.has(name));
  expect(shown.length).toBeGreaterThan(3);
  const besides = {
    DATABASE_URL: 'postgres://localhost/x',
    SECRET: 'x'.repeat(32),
    AGORA_APP_ID: 'a'.repeat(32),
    AGORA_CERTIFICATE: 'a'.repeat(32),
    DEMO: '0',
  };
  for (const [name, value] of shown) expect(() => readEnv({ ...besides, [name]: value }), name).not.toThrow();
});

describe('commands', () => {
  test.each(documents)('the scripts that %s names exist', (file) => {
    const named = [...commandsIn(read(file), 'npm run'), ...commandsIn(read(file), 'node scripts/')];
    const missing = named
      .map((words) => words.find((word) => !word.startsWith('-')) ?? '')
      .filter((word) => !(word in scripts) && !existsSync(inRoot(`scripts/${word}`)));
    expect(missing).toEqual([]);
  });

  test.each(documents)('the operator’s commands that %s names exist', async (file) => {
    const program = await operatorProgram({} as CommandDeps);
    const isThere = (at: Command, [word = '', ...more]: readonly string[]): boolean => {
      if (word === '' || word === 'help' || /^[<A-Z-]/.test(word) || at.commands.length === 0) return true;
      // `words add|remove|list` names three.
      return word.split('|').every((name) => {
        const found = at.commands.find((each) => each.name() === name);
        return found !== undefined && isThere(found, more);
      });
    };
    const named = commandsIn(read(file), 'npm run operator --');
    const wrong = named.filter((words) => !isThere(program, words));
    expect(wrong).toEqual([]);
  });

  test('the files the production section tells people to use are there', () => {
    const production = read('README.md').split('## Production')[1] ?? '';
    const files = [...production.matchAll(/`((?:deploy\/|docs\/)[^`\s]+|compose\.yaml|Dockerfile)`/g)].map(
      ([, path = '']) => path,
    );
    expect(files.length).toBeGreaterThan(3);
    expect(files.filter((path) => !existsSync(inRoot(path)))).toEqual([]);
  });
});

describe('the check', () => {
  test('finds settings and commands', () => {
    expect(settingsIn('Set `DEMO=0 PUBLIC_URL=x npm start` and `NOT_A_SETTING`, not `API`.')).toEqual([
      'PUBLIC_URL',
      'DEMO',
      'NOT_A_SETTING',
    ]);
    expect(commandsIn('Run `npm run operator --\n  secret renew`.', 'npm run operator --')).toEqual([
      ['secret', 'renew'],
    ]);
  });
});
