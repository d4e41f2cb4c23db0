import { expect, serverReady, test } from './fixtures.ts';
import type { Page } from './fixtures.ts';

/*
 * Guarantees of the mock itself. User flows are in the other specs, which run on it as they run on the
 * server.
 */
test.beforeEach(({ target }) => test.skip(target !== 'mock', 'about the mock alone'));

const token = (page: Page) => page.evaluate(() => /token=([^;]+)/.exec(document.cookie)?.[1] ?? '');

async function read<Data>(page: Page, path: string): Promise<Data> {
  const authorization = await token(page);
  return page.evaluate(
    async ({ path, authorization }) => {
      const answer = await fetch(`/api/v1${path}`, { headers: { authorization } });
      return ((await answer.json()) as { data: Data }).data;
    },
    { path, authorization },
  );
}

interface Sent {
  status: number;
  message: string;
  url: string;
  progress: number[];
}
type Picture = 'png' | 'svg' | 'bomb';

/** Uploads an avatar as the upload service does; the picture is drawn in the page. */
async function upload(page: Page, picture: Picture): Promise<Sent> {
  const authorization = await token(page);
  return page.evaluate(
    async ({ picture, authorization }) => {
      const draw = async () => {
        const canvas = new OffscreenCanvas(1_600, 900);
        const context = canvas.getContext('2d')!;
        const noise = context.createImageData(1_600, 900);
        for (let at = 0; at < noise.data.length; at += 1)
          noise.data[at] = at % 4 === 3 ? 255 : Math.floor(Math.random() * 256);
        context.putImageData(noise, 0, 0);
        return canvas.convertToBlob({ type: 'image/png' });
      };
      const bomb = new Uint8Array(64);
      bomb.set([
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0x4e, 0x20,
        0, 0, 0x4e, 0x20, 8, 2,
      ]);
      const file =
        picture === 'png'
          ? await draw()
          : new Blob([picture === 'svg' ? '<svg xmlns="http://www.w3.org/2000/svg"/>' : bomb], {
              type: 'image/png',
            });
      const form = new FormData();
      form.append('file', new File([file], 'me.png', { type: 'image/png' }));
      return new Promise<Sent>((resolve, reject) => {
        const request = new XMLHttpRequest();
        const progress: number[] = [];
        request.upload.onprogress = ({ loaded, total }) => progress.push(Math.floor((loaded / total) * 100));
        request.onload = () => {
          const reply = JSON.parse(request.responseText) as { message?: string; data?: { url: string } };
          resolve({
            status: request.status,
            message: reply.message ?? '',
            url: reply.data?.url ?? '',
            progress,
          });
        };
        request.onerror = () => reject(new Error('no answer'));
        request.open('POST', '/api/v1/users/avatar/upload');
        request.setRequestHeader('Authorization', authorization);
        request.send(form);
      });
    },
    { picture, authorization },
  );
}

test('changes are still there after a reload, and in another tab', async ({ page, loginAs, newPerson }) => {
  await loginAs(page, 'demo-fan');
  await page.evaluate(
    async (authorization) => {
      await fetch('/api/v1/users', {
        method: 'PUT',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Renamed in the mock' }),
      });
    },
    await token(page),
  );
  await page.reload();
  await serverReady(page, 'mock');
  expect((await read<{ name: string }>(page, '/users/me')).name).toBe('Renamed in the mock');
  const other = await newPerson();
  await loginAs(other, 'demo-fan');
  expect((await read<{ name: string }>(other, '/users/me')).name).toBe('Renamed in the mock');
});

test("an image is uploaded with progress, processed, and served; the server's rejections apply", async ({
  page,
  loginAs,
}) => {
  await loginAs(page, 'demo-fan');
  const sent = await upload(page, 'png');
  expect(sent).toMatchObject({ status: 200 });
  expect(sent.progress.length).toBeGreaterThan(3);
  expect(sent.progress.at(-1)).toBe(100);
  const shown = await page.evaluate(async (url) => {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    return [picture.naturalWidth, picture.naturalHeight];
  }, sent.url);
  expect(shown[0]).toBe(shown[1]);
  const refused = [await upload(page, 'svg'), await upload(page, 'bomb')];
  expect(refused.map((answer) => answer.status)).toEqual([422, 422]);
  expect(refused[0]?.message).toContain('SVG');
  expect(refused[1]?.message).toContain('400 megapixels');
});

test('emails can be read where an operator would read them', async ({ page }) => {
  await page.goto('/auth/login');
  await serverReady(page, 'mock');
  await page.evaluate(async () => {
    const post = (path: string, body: object) =>
      fetch(`/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await post('/auth/users/register', {
      name: 'Mail',
      username: 'mail-reader',
      email: 'mail-reader@example.com',
      password: 'password of mine',
    });
    await post('/auth/users/forgot', { email: 'mail-reader@example.com' });
  });
  await expect
    .poll(() => page.evaluate(async () => (await window.limelightMock?.mails())?.map((mail) => mail.to)))
    .toContain('mail-reader@example.com');
});
