import { scryptSync } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { createMailer } from '#backend/node/ports/mail.ts';
import { createPasswordHasher, deriveByScrypt } from '#backend/node/ports/passwords.ts';

const passwords = createPasswordHasher();

test('a hash is slow, salted, and stores its cost', async () => {
  const [one, two] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')]);
  expect(one).toMatch(/^scrypt\$15\$8\$3\$/);
  expect(one).not.toBe(two);
  expect(await passwords.verify('correct horse', one)).toBe(true);
  expect(await passwords.verify('correct horsf', one)).toBe(false);
  expect(await passwords.verify('', one)).toBe(false);
});

test('a hash made with a different cost remains valid', async () => {
  const [salt, key] = [
    Buffer.alloc(16, 7),
    scryptSync('correct horse', Buffer.alloc(16, 7), 32, { N: 2 ** 10, r: 8, p: 1 }),
  ];
  const hash = `scrypt$10$8$1$${salt.toString('base64')}$${key.toString('base64')}`;
  expect(await passwords.verify('correct horse', hash)).toBe(true);
  expect(await passwords.verify('another', hash)).toBe(false);
});

test('composed and decomposed letters are equal', async () => {
  expect(await passwords.verify('cafe\u0301-password', await passwords.hash('caf\u00e9-password'))).toBe(
    true,
  );
});

test('an invalid hash and a missing account never match and cost the same work', async () => {
  const known = await passwords.hash('correct horse');
  const costs: unknown[] = [];
  const counted = createPasswordHasher((password, salt, cost) => {
    costs.push(cost);
    return deriveByScrypt(password, salt, cost);
  });
  for (const hash of [known, null, 'not a hash']) expect(await counted.verify('wrong', hash)).toBe(false);
  const usual = { log2N: 15, r: 8, p: 3 };
  expect(costs).toEqual([usual, usual, usual]);
});

/** The minimal SMTP server that a client needs. */
function mailServer() {
  const received: string[] = [];
  const server = createServer((socket) => {
    let body: string | null = null;
    socket.setEncoding('utf8').write('220 here\r\n');
    socket.on('data', (text: string) => {
      for (const line of text.split('\r\n').slice(0, -1)) {
        if (body !== null && line !== '.') body += `${line}\n`;
        else if (body !== null) {
          received.push(body);
          body = null;
          socket.write('250 taken\r\n');
        } else if (line === 'DATA') {
          body = '';
          socket.write('354 go on\r\n');
        } else socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n');
      }
    });
  });
  return new Promise<{ url: string; received: string[]; close(): void }>((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({
        url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
        received,
        close: () => server.close(),
      }),
    );
  });
}

const parts = {
  siteName: 'Limelight',
  preheader: 'A line.',
  heading: 'Hello',
  blocks: [{ text: 'A line.' }],
  footer: ['Why.'],
};
const mail = { to: 'ann@example.com', subject: 'Hello', text: 'A line.\nAnother.', parts };

test('emails go to the configured server', async () => {
  const { url, received, close } = await mailServer();
  await createMailer({ SMTP_URL: url, MAIL_FROM: 'Limelight <no-reply@example.com>' }).send(mail);
  close();
  expect(received).toHaveLength(1);
  expect(received[0]).toContain('From: Limelight <no-reply@example.com>');
  expect(received[0]).toContain('To: ann@example.com');
  expect(received[0]).toContain('A line.');
  expect(received[0]).toContain('text/html');
  expect(received[0]).not.toContain('List-Unsubscribe');
});

test('a mail that can be turned off says so to mail programs', async () => {
  const { url, received, close } = await mailServer();
  await createMailer({ SMTP_URL: url, MAIL_FROM: 'x@example.com' }).send({
    ...mail,
    unsubscribeUrl: 'https://limelight.test/stop?token=t',
  });
  close();
  expect(received[0]).toContain('List-Unsubscribe: <https://limelight.test/stop?token=t>');
  expect(received[0]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
});

test('without a server an email stays in the outbox; an unreachable server fails the job, which retries', async () => {
  await expect(createMailer({ SMTP_URL: undefined, MAIL_FROM: 'x' }).send(mail)).resolves.toBeUndefined();
  const { url, close } = await mailServer();
  close();
  await expect(createMailer({ SMTP_URL: url, MAIL_FROM: 'x@example.com' }).send(mail)).rejects.toThrow();
});
