// Whole SQL statements that are typed by hand, which belong in files named `*-query.ts`.
import { type Program, walk } from './boundaries/syntax.ts';

/** The beginnings of the statements that a file types in its `sql` templates; parts of one, such as `EXISTS (…)`, aren't. */
export function rawStatements(program: Program): string[] {
  const found: string[] = [];
  walk(program, (node) => {
    if (node.type !== 'TaggedTemplateExpression' || node.tag.type !== 'Identifier' || node.tag.name !== 'sql')
      return;
    const text = (node.quasi.quasis[0]?.value.raw ?? '').trim();
    if (/^(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(text)) found.push(text.split('\n')[0] ?? '');
  });
  return found;
}

export const isQueryFile = (file: string): boolean => file.endsWith('-query.ts');
