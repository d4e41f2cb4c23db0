import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { mockCrypto, mockPasswords } from '#mock/secrets.ts';
import { fromBase64Url, toBase64Url } from '#mock/base64url.ts';

test("hashes and signatures equal the server's", () => {
  for (const text of ['', 'token', 'ünïcödé 🎬']) {
    expect(mockCrypto.sha256(text)).toBe(createHash('sha256').update(text).digest('base64url'));
    expect(mockCrypto.hmac('the key', text)).toBe(
      createHmac('sha256', 'the key').update(text).digest('base64url'),
    );
  }
  expect(mockCrypto.randomToken(32)).toMatch(/^[\w-]{43}$/);
  expect(mockCrypto.randomToken(32)).not.toBe(mockCrypto.randomToken(32));
});

test('equal means equal', () => {
  const pairs = [
    ['', ''],
    ['a', 'a'],
    ['a', 'b'],
    ['a', ''],
    ['', 'a'],
    ['abc', 'abcd'],
    ['abcd', 'abc'],
    ['aa', 'aaaa'],
  ] as const;
  for (const [a, b] of pairs) expect(mockCrypto.equal(a, b)).toBe(a === b);
});

test('a password is verified, and only that one', async () => {
  const hash = await mockPasswords.hash('limelight');
  expect(await mockPasswords.verify('limelight', hash)).toBe(true);
  expect(await mockPasswords.verify('Limelight', hash)).toBe(false);
  expect(await mockPasswords.verify('limelight', null)).toBe(false);
  expect(await mockPasswords.verify('limelight', 'of another kind')).toBe(false);
  expect(await mockPasswords.hash('limelight')).not.toBe(hash);
});

test('bytes survive conversion to text', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
  expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
});
