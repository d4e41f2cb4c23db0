import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBoundary, readParts } from '#backend/http/multipart.ts';

const boundary = '----x7';
const text = (value: string) => new TextEncoder().encode(value);
/** Splits bytes into pieces of these sizes, repeated. */
async function* inPieces(bytes: Uint8Array, sizes: readonly number[]) {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.slice(at, at + size);
    at += size;
  }
}
async function read(bytes: Uint8Array, sizes: readonly number[] = [65_536]) {
  const parts: { name: string; filename: string | null; mime: string; content: string }[] = [];
  for await (const { body, ...part } of readParts(inPieces(bytes, sizes), boundary)) {
    let content = '';
    for await (const piece of body) content += String.fromCharCode(...piece);
    parts.push({ ...part, content });
  }
  return parts;
}
const part = (headers: string, content: string) => `--${boundary}\r\n${headers}\r\n\r\n${content}\r\n`;
const refused = { status: 422 };

test("a browser's form is read unchanged, however it is chunked", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          name: fc.stringMatching(/^[a-z"é ]{1,20}$/),
          filename: fc.option(fc.stringMatching(/^[a-z".é/\\]{1,20}$/)),
          content: fc.uint8Array({ maxLength: 400 }),
        }),
        { maxLength: 5 },
      ),
      fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 }),
      async (fields, sizes) => {
        const form = new FormData();
        for (const { name, filename, content } of fields)
          form.append(name, new File([content], filename ?? 'blob', { type: 'video/mp4' }));
        const sent = new Response(form);
        const parts: unknown[] = [];
        for await (const { body, ...one } of readParts(
          inPieces(new Uint8Array(await sent.arrayBuffer()), sizes),
          parseBoundary(sent.headers.get('content-type')),
        )) {
          const bytes: number[] = [];
          for await (const piece of body) bytes.push(...piece);
          parts.push({ ...one, bytes });
        }
        expect(parts).toEqual(
          fields.map(({ name, filename, content }) => ({
            name,
            filename: filename ?? 'blob',
            mime: 'video/mp4',
            bytes: [...content],
          })),
        );
      },
    ),
    { numRuns: 150 },
  );
});

test("text that looks like a boundary but isn't stays text; unread parts are skipped", async () => {
  const tricky = `\r\n--${boundary.slice(0, -1)}\r\n\r--${boundary}\r\r\n-`;
  const body = text(
    `${part('Content-Disposition: form-data; name="a"', tricky)}${part('content-disposition: form-data; name="b"; filename="x"\r\nContent-Type: a/b', '2')}--${boundary}--\r\n`,
  );
  for (const sizes of [[1], [3, 7], [1000]]) {
    expect(await read(body, sizes)).toEqual([
      { name: 'a', filename: null, mime: '', content: tricky },
      { name: 'b', filename: 'x', mime: 'a/b', content: '2' },
    ]);
    const names: string[] = [];
    for await (const { name } of readParts(inPieces(body, sizes), boundary)) names.push(name);
    expect(names).toEqual(['a', 'b']);
  }
});

test.each([
  ['a browser’s, in any alphabet', 'filename="видео 日本語 🎬.mp4"', 'видео 日本語 🎬.mp4'],
  ['a browser’s with a quote', 'filename="a%22b.mp4"', 'a"b.mp4'],
  ['a path, as Internet Explorer sent it', 'filename="C:\\films\\a.mp4"', 'C:\\films\\a.mp4'],
  ['one that ends with a backslash', 'filename="a\\"', 'a\\'],
  ['older curl’s with a quote', 'filename="a\\"b.mp4"', 'a"b.mp4'],
  ['one with semicolons', 'filename="a; name=c.mp4"', 'a; name=c.mp4'],
  ['.NET’s bare word', 'filename=a.mp4', 'a.mp4'],
  [
    '.NET’s, encoded as well',
    `filename=x.mp4; filename*=utf-8''%D0%B2%D0%B8%D0%B4%D0%B5%D0%BE.mp4`,
    'видео.mp4',
  ],
  ['only encoded', `filename*=UTF-8'en'%e2%82%ac%20a.mp4`, '€ a.mp4'],
  ['none', 'other="x"', null],
])('the name of a file: %s', async (_, parameter, filename) => {
  const body = text(
    `${part(`Content-Disposition: form-data; name="a"; ${parameter}\r\nContent-Type: video/mp4`, '1')}--${boundary}--`,
  );
  for (const sizes of [[1], [7]])
    expect(await read(body, sizes)).toEqual([{ name: 'a', filename, mime: 'video/mp4', content: '1' }]);
});

test('a field’s name may be a bare word, and never comes from within another name', async () => {
  const named = (parameters: string) =>
    read(text(`${part(`Content-Disposition: form-data; ${parameters}`, '1')}--${boundary}--`));
  expect(await named('name=a')).toMatchObject([{ name: 'a', filename: null }]);
  expect(await named('filename="x"; name=a')).toMatchObject([{ name: 'a', filename: 'x' }]);
});

describe('rejected:', () => {
  const good = part('Content-Disposition: form-data; name="a"', '1');
  test.each([
    ['nothing', ''],
    ['no end', good],
    ['no boundary', 'hello'],
    ['cut in the headers', `--${boundary}\r\nContent-Dispo`],
    ['no name', `${part('Content-Disposition: form-data', '1')}--${boundary}--`],
    ['not a form’s part', `${part('Content-Disposition: attachment; name="a"', '1')}--${boundary}--`],
    ['an empty name', `${part('Content-Disposition: form-data; name=""', '1')}--${boundary}--`],
    [
      'a name without end',
      `${part(`Content-Disposition: form-data; name="${'x'.repeat(101)}"`, '1')}--${boundary}--`,
    ],
    [
      'a name that isn’t encoded as it says',
      `${part(`Content-Disposition: form-data; name="a"; filename*=utf-8''%ff`, '1')}--${boundary}--`,
    ],
    ['headers without end', `--${boundary}\r\n${'X: y\r\n'.repeat(2_000)}`],
    ['a long preamble', `${'x'.repeat(5_000)}\r\n${good}--${boundary}--`],
    ['more parts than any form has', `${good.repeat(70)}--${boundary}--`],
  ])('%s', async (_, body) => {
    await expect(read(text(body))).rejects.toMatchObject(refused);
    await expect(read(text(body), [5])).rejects.toMatchObject(refused);
  });

  test.each([
    null,
    '',
    'application/json',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'x'.repeat(71)}`,
    'multipart/mixed; boundary=a',
    'multipart/form-data; boundary="a\u0001"',
  ])('the type %s', (type) => {
    expect(() => parseBoundary(type)).toThrow(expect.objectContaining(refused));
  });
});

test('a hundred megabytes pass through without being buffered', async () => {
  const megabyte = new Uint8Array(1024 * 1024).fill(CR);
  async function* long() {
    yield text(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n`);
    for (let n = 0; n < 100; n += 1) yield megabyte;
    yield text(`\r\n--${boundary}--`);
  }
  let [size, largest] = [0, 0];
  for await (const { body } of readParts(long(), boundary))
    for await (const piece of body) [size, largest] = [size + piece.length, Math.max(largest, piece.length)];
  expect(size).toBe(100 * 1024 * 1024);
  expect(largest).toBeLessThan(2 * 1024 * 1024);
});
const CR = 13;
