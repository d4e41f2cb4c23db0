import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ShareDialog } from '#components/content/community/share-dialog.tsx';
import { draw } from './setup/draw.tsx';

afterEach(() => void Reflect.deleteProperty(navigator, 'share'));

const open = (path: string) => draw(<ShareDialog path={path} title={'Blue "glaze"'} onClose={() => {}} />);

describe('sharing', () => {
  it('copies the whole link and shows it as a QR code', async () => {
    const { hand } = await open('/feeds/p1');
    const dialog = within(screen.getByRole('dialog', { name: 'Share' }));
    const link = `${location.origin}/feeds/p1`;
    expect(dialog.getByText(link)).toBeTruthy();
    expect(dialog.getByRole('img', { name: `QR code for ${link}` })).toBeTruthy();
    await hand.click(dialog.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe(link);
  });

  it('opens the device’s own sheet where there is one, and copies when that can’t share it', async () => {
    const shared: unknown[] = [];
    Object.assign(navigator, {
      share: async (what: unknown) => {
        shared.push(what);
        throw new DOMException('not this', 'NotAllowedError');
      },
    });
    const { hand } = await open('/lena');
    await hand.click(screen.getByRole('button', { name: 'Share with…' }));
    const url = `${location.origin}/lena`;
    expect(shared).toEqual([{ title: 'Blue "glaze"', url }]);
    expect(await navigator.clipboard.readText()).toBe(url);
  });

  it('says nothing of a sheet that the device doesn’t have', async () => {
    await open('/lena');
    expect(screen.queryByRole('button', { name: 'Share with…' })).toBeNull();
  });

  it.each([
    ['/feeds/p1', '/embed/feeds/p1'],
    ['/lena', '/embed/profile/lena'],
    ['/live/s1', '/embed/live/s1'],
  ])('offers a card of %s for other sites', async (path, card) => {
    const { hand } = await open(path);
    await hand.click(screen.getByText('Embed'));
    const code = screen.getByRole<HTMLTextAreaElement>('textbox').value;
    expect(code).toContain(`src="${location.origin}${card}"`);
    expect(code).toContain('title="Blue &quot;glaze&quot;"');
    await hand.click(screen.getByRole('button', { name: 'Copy code' }));
    expect(await navigator.clipboard.readText()).toBe(code);
  });

  it.each(['/?ref=LENA', '/creator/account', '/auth/register?ref=LENA', 'https://elsewhere.example/lena'])(
    'offers none of %s',
    async (path) => {
      await open(path);
      expect(screen.queryByText('Embed')).toBeNull();
    },
  );
});
