// Which tables a file reads and writes, through the query builder and in SQL.
import { type Node, type Program, bare, lastName, memberName, walk } from './syntax.ts';
import { type Schema, type TableOf, tableNames } from './schema.ts';

export interface Use {
  readonly does: 'writes' | 'reads';
  /** Its name in the code; null if it is only known at run time. */
  readonly table: string | null;
  /** The name in SQL of a table that isn't in the schema. */
  readonly unknown?: string;
}

const writers = ['insert', 'update', 'delete'];
/** Methods that follow a write, to recognize one whose table isn't a plain name. */
const afterWriting = ['values', 'set', 'where', 'returning', 'select', 'overridingSystemValue'];
const readers = ['from', 'innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin', '$count'];
const databases = ['db', 'database', 'tx', 'trx', 'transaction'];

/** Whether a call writes to a database at all: maps, hashes and gateways have methods with the same names. */
function isQuery(database: Node, around: Node | undefined): boolean {
  const next = around?.type === 'MemberExpression' ? memberName(around) : null;
  return databases.includes(lastName(database) ?? '') || afterWriting.includes(next ?? '');
}

/** What a method does with a table. `db[method](table)` counts as a write because it may be one. */
function kindOfUse(method: string | null): Use['does'] | null {
  if (method === null || writers.includes(method)) return 'writes';
  return readers.includes(method) ? 'reads' : null;
}

function useOfCall(node: Node, around: Node | undefined, tableOf: TableOf): Use | null {
  if (node.type !== 'CallExpression') return null;
  const callee = bare(node.callee);
  if (callee.type !== 'MemberExpression') return null;
  const [method, table] = [memberName(callee), tableOf(node.arguments[0])];
  const does = kindOfUse(method);
  if (does !== null && table !== null) return { does, table };
  const mayWrite = does === 'writes' && method !== null && node.arguments.length > 0;
  return mayWrite && isQuery(callee.object, around) ? { does, table: null } : null;
}

/** `db.query.purchases`. */
function useOfRelation(node: Node, schema: Schema): Use | null {
  if (node.type !== 'MemberExpression' || memberName(node.object) !== 'query') return null;
  const name = memberName(node);
  return [...schema.values()].some((table) => table === name) ? { does: 'reads', table: name } : null;
}

/** Marks a substitution in a template, around its number. The character can't occur in SQL. */
const mark = '\u0000';
const someName = `${mark}\\d+${mark}|[a-z_][a-z0-9_]*`;
const schemaName = '(?:"?public"?\\.)?';
const named = `${schemaName}"?(${someName})?`;
const sqlWrites = [
  `\\binsert\\s+into\\s+${named}`,
  `\\bdelete\\s+from\\s+(?:only\\s+)?${named}`,
  `\\bmerge\\s+into\\s+(?:only\\s+)?${named}`,
  `\\bupdate\\s+(?:only\\s+)?${schemaName}"?(${someName})"?(?:\\s+(?:as\\s+)?(?!set\\b)[a-z_]\\w*)?\\s+set\\b`,
].map((pattern) => new RegExp(pattern, 'gi'));
/**
 * Matched in capitals only, because these words occur in prose. An `UPDATE` at the end of a string is
 * followed by a name from elsewhere.
 */
const capitalWrites = [
  `\\bTRUNCATE\\s+(?:TABLE\\s+)?(?:ONLY\\s+)?${named}`,
  `\\bCOPY\\s+${named}[^;]*\\bFROM\\s+(?:STDIN|PROGRAM)`,
  '(?<!\\bFOR\\s+(?:NO\\s+KEY\\s+)?|\\bDO\\s+)\\bUPDATE\\s+()$',
].map((pattern) => new RegExp(pattern, 'g'));
/** `FROM a, b AS c`: every table in the list, with its alias. */
const listed = `(?:(?:only|lateral)\\s+)?\\(?${schemaName}"?(?:${someName})"?(?:\\s+(?:as\\s+)?(?!(?:join|using|from)\\b)[a-z_]\\w*)?`;
const sqlReads = new RegExp(`\\b(?:from|join|using)\\s+(${listed}(?:\\s*,\\s*${listed})*)`, 'gi');
const firstOfListed = new RegExp(`^\\s*(?:(?:only|lateral)\\s+)?\\(?${named}`, 'i');
const sqlComments = /\/\*[\s\S]*?\*\/|--[^\n]*/g;

/** Splits an SQL string into its text and its substitutions. */
function sqlOf(node: Node): { readonly text: string; readonly put: readonly Node[] } | null {
  if (node.type === 'Literal' && typeof node.value === 'string')
    return { text: node.value.replaceAll(sqlComments, ' '), put: [] };
  if (node.type !== 'TemplateLiteral') return null;
  const text = node.quasis
    .map(({ value }, at) => (at === 0 ? '' : `${mark}${at - 1}${mark}`) + (value.cooked ?? value.raw))
    .join('');
  return { text: text.replaceAll(sqlComments, ' '), put: node.expressions };
}

/** Resolves a name in SQL to a table. */
function useOfName(
  does: Use['does'],
  name: string | undefined,
  { put, tableOf, schema }: { put: readonly Node[]; tableOf: TableOf; schema: Schema },
): Use {
  if (!name) return { does, table: null };
  const at = name.startsWith(mark) ? Number(name.slice(1, -1)) : null;
  if (at !== null) return { does, table: tableOf(put[at]) };
  const table = schema.get(name.toLowerCase());
  return table === undefined ? { does, table: null, unknown: name } : { does, table };
}

function usesInSql(node: Node, tableOf: TableOf, schema: Schema): Use[] {
  const sql = sqlOf(node);
  if (!sql) return [];
  const known = { put: sql.put, tableOf, schema };
  const written = [...sqlWrites, ...capitalWrites].flatMap((pattern) =>
    [...sql.text.matchAll(pattern)].map(([, name]) => useOfName('writes', name, known)),
  );
  const read = [...sql.text.matchAll(sqlReads)]
    // `DELETE FROM x` is a write.
    .filter(({ index }) => !/\bdelete\s+$/i.test(sql.text.slice(0, index)))
    .flatMap(([, list = '']) => list.split(',').map((each) => firstOfListed.exec(each)?.[1]))
    .map((name) => useOfName('reads', name, known))
    .filter(({ table }) => table !== null);
  return [...written, ...read];
}

/** Every use of a table in a file, in source order. */
export function usesOf(file: string, program: Program, schema: Schema): Use[] {
  const tableOf = tableNames(file, program);
  const uses: Use[] = [];
  walk(program, (node, above) => {
    const use = useOfCall(node, above.at(-1), tableOf) ?? useOfRelation(node, schema);
    if (use) uses.push(use);
    uses.push(...usesInSql(node, tableOf, schema));
  });
  return uses;
}
