import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { EnvSchema } from '#config/env.ts';
import { routes } from '#config/routes.ts';
import { helpPage, helpPageNames } from '#backend/domain/base/site/help/help-pages.ts';
import { SettingsSchema } from '#backend/kernel/settings.ts';
import { operatorProgram } from '#backend/node/operator/commands.ts';
import type { CommandDeps } from '#backend/node/operator/options.ts';

/* What the pages of the help name exists: pages, buttons, settings, files and commands. */
const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const htmlOf = (name: string) => helpPage(`help-${name}`, SettingsSchema.parse({}))?.html ?? '';
const plain = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
const matches = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => found);

const paths = new Set(Object.values(routes).filter((route) => typeof route === 'string'));
const interfaceTexts = globSync(['src/{features,components,shell,ui}/**/*.{ts,tsx}'], { cwd: inRoot('.') })
  .map((file) => readFileSync(inRoot(file), 'utf8'))
  .join('\n');

test.each(helpPageNames)('the links of the page about %s lead to pages', (name) => {
  const hrefs = matches(htmlOf(name), /href="([^"]+)"/g).filter((href) => !href.startsWith('/posts/help/'));
  expect(hrefs.map((href) => href.split('?')[0]).filter((path) => !paths.has(path as never))).toEqual([]);
});

test.each(helpPageNames)('what the page about %s prints in bold is written on the site', (name) => {
  const unknown = matches(htmlOf(name), /<strong>([^<]+)<\/strong>/g).filter(
    (label) => !interfaceTexts.includes(label),
  );
  expect(unknown).toEqual([]);
});

/** Texts in `code` that are neither settings nor files nor commands. */
const said =
  /^(#tags|@usernames|\?ref=.*|\/|\{name\}|help.*|terms|privacy|\.env|\d.*|api|jobs|live|http:.*|\/(posts|api|operator|healthz|readyz|metrics).*|before-restore-.*|--.*)$/;

async function exists(code: string, program: Command): Promise<boolean> {
  const words = code.replace(/^npm run operator -- /, '').split(/\s+/);
  const group = program.commands.find((command) => command.name() === words[0]);
  if (group) return isCommand(program, words);
  if (/^[A-Z][A-Z_]+(=.*)?$/.test(code)) return code.split('=')[0]! in EnvSchema.shape;
  if (/^[a-z]+[A-Z]\w+$/.test(code)) return code in SettingsSchema.shape;
  return code === 'npm start' || existsSync(inRoot(code));
}
function isCommand(at: Command, [word = '', ...more]: readonly string[]): boolean {
  if (at.commands.length > 0) {
    const found = at.commands.find((each) => each.name() === word);
    return found !== undefined && isCommand(found, more);
  }
  const options = [word, ...more].filter((each) => each.startsWith('--'));
  return options.every((option) => at.options.some(({ long }) => long === option));
}

test.each(helpPageNames)(
  'the settings, files and commands that the page about %s names exist',
  async (name) => {
    const program = await operatorProgram({} as CommandDeps);
    const codes = matches(htmlOf(name), /<code>([\s\S]+?)<\/code>/g).flatMap((code) =>
      plain(code).split('\n'),
    );
    const checked = await Promise.all(
      codes.map(async (code) => said.test(code) || (await exists(code, program))),
    );
    expect(codes.filter((_, at) => !checked[at])).toEqual([]);
  },
);
