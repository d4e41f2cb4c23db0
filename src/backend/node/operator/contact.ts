import { readFile } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import {
  type ContactState,
  type ListedContact,
  answerContact,
  closeContact,
  listContact,
  showContact,
} from '../../domain/across/operator/contact.ts';
import { StartError, errorMessage } from '../process/start-error.ts';
import { type Run, limit, reason } from './options.ts';

const answer = (text: string): string => {
  if (text.trim() === '') throw new InvalidArgumentError('Enter the answer.');
  return text.trim();
};

async function readText({ text, file }: { text?: string; file?: string }): Promise<string> {
  if ((text === undefined) === (file === undefined)) throw new StartError('Give either --text or --file.');
  if (text !== undefined) return text;
  try {
    return answer(await readFile(file ?? '', 'utf8'));
  } catch (error) {
    throw new StartError(`Can’t read ${file}: ${errorMessage(error)}`);
  }
}

const shown = (row: ListedContact) => ({
  id: row.id,
  written: row.createdAt,
  from: `${row.name} <${row.email}>`,
  account: row.username,
  subject: row.subject,
  answers: row.replies,
  state: row.closedAt ? 'closed' : 'open',
});

/** Messages from the contact form. */
export function contact(run: Run): Command {
  const command = new Command('contact');
  command
    .command('list')
    .description('list messages; open ones longest waiting first')
    .addOption(new Option('--state <state>', 'filter by state').choices(['open', 'closed']))
    .addOption(limit())
    .action((options: { state?: ContactState; limit: number }) =>
      run(async (ctx, out) =>
        out.rows((await listContact(ctx, options)).data, shown, 'There are no messages here.'),
      ),
    );
  command
    .command('show <id>')
    .description('show one message and what was answered')
    .action((id: string) =>
      run(async (ctx, out) => {
        const row = await showContact(ctx, id);
        const head = `From: ${row.name} <${row.email}>\nSubject: ${row.subject}\nWritten: ${row.createdAt.toISOString()}`;
        const answers = row.answers.map(
          ({ author, createdAt, text }) => `\n— ${author}, ${createdAt.toISOString()}\n${text}`,
        );
        out.done(row, [head, '', row.message, ...answers].join('\n'));
      }),
    );
  command
    .command('answer <id>')
    .description('email an answer, and close the message')
    .option('--text <text>', 'the answer', answer)
    .option('--file <path>', 'a file with the answer')
    .action((id: string, options: { text?: string; file?: string }) =>
      run(async (ctx, out) => {
        await answerContact(ctx, id, await readText(options));
        out.done({ id }, 'The answer is emailed within a few seconds, if the server is running.');
      }),
    );
  for (const isClosed of [true, false])
    command
      .command(isClosed ? 'close <id>' : 'reopen <id>')
      .description(
        isClosed ? 'mark a message as done without an answer' : 'put a message back into the queue',
      )
      .requiredOption('--reason <text>', 'why, for the audit log', reason)
      .action((id: string, options: { reason: string }) =>
        run(async (ctx, out) => {
          await closeContact(ctx, id, { isClosed, reason: options.reason });
          out.done({ id }, `Message ${id} is ${isClosed ? 'closed' : 'open again'}.`);
        }),
      );
  return command;
}
