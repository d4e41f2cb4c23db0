import { createInterface } from 'node:readline/promises';
import { StartError } from '../process/start-error.ts';

export type Cell = string | number | boolean | Date | null;
type Row = Readonly<Record<string, Cell>>;

/**
 * Names and texts are user input, so control characters that could move the cursor or color the terminal are
 * removed.
 */
const harmless = (text: string) => text.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '');

function written(cell: Cell): string {
  if (cell === null) return '–';
  return cell instanceof Date
    ? cell.toISOString().replace('T', ' ').slice(0, 19)
    : harmless(String(cell).replaceAll(/\s+/g, ' '));
}

export function formatTable(rows: readonly Row[]): string {
  const heads = Object.keys(rows[0] ?? {});
  const lines = [
    heads.map((head) => head.toUpperCase()),
    ...rows.map((row) => heads.map((head) => written(row[head] ?? null))),
  ];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A command's output: a table or sentence for people, whole records for programs (`--json`). */
export interface Output {
  /** `none` is printed when there are no records. */
  rows<Of extends object>(records: readonly Of[], shown: (record: Of) => Row, none: string): void;
  done(record: object, sentence: string): void;
}

export function createOutput(asJson: boolean, print: (line: string) => void): Output {
  const json = (value: unknown) => print(JSON.stringify(value, null, 2));
  return {
    rows: (records, shown, none) =>
      asJson ? json(records) : print(records.length > 0 ? formatTable(records.map(shown)) : none),
    done: (record, sentence) => (asJson ? json(record) : print(harmless(sentence))),
  };
}

/** Asks at the terminal. The question goes to standard error, because a program may parse the output. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  return (await terminal.question(question).finally(() => terminal.close())).trim();
}

/**
 * Asks for confirmation before something irreversible. Without a terminal, `--yes` is required.
 * @throws StartError when it isn't given, or the answer isn't yes.
 */
export async function confirm(question: string, isSure: boolean): Promise<void> {
  if (isSure) return;
  if (!process.stdin.isTTY) throw new StartError(`${question} Add --yes to confirm.`);
  const answer = await ask(`${question} Type yes to do it: `);
  if (answer.toLowerCase() !== 'yes') throw new StartError('Canceled. Nothing was changed.');
}

const folded = (name: string) => name.trim().normalize('NFC').toLowerCase();

/**
 * Asks for the name of the site that is about to be replaced, so that the wrong one isn't. Without a terminal,
 * `--site` is required.
 * @throws StartError when it isn't given, or isn't one of the site's names.
 */
export async function confirmSite(
  question: string,
  names: readonly string[],
  given: string | undefined,
): Promise<void> {
  if (given === undefined && !process.stdin.isTTY)
    throw new StartError(`${question} Add --site with the name or the host of the site that is replaced.`);
  const name = given ?? (await ask(`${question} Type the name or the host of the site that is replaced: `));
  if (!names.map(folded).includes(folded(name)))
    throw new StartError(
      `“${harmless(name)}” isn’t the site whose data this is. Nothing was changed. Check that DATABASE_URL, DATA_DIR and PUBLIC_URL are those of the site you mean.`,
    );
}
