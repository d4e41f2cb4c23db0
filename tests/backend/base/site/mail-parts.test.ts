import { describe, expect, test } from 'vitest';
import { mailParts } from '#backend/domain/base/site/mail-parts.ts';

const site = { siteName: 'Limelight', publicUrl: 'https://limelight.test' };
const parts = (text: string, unsubscribeToken: string | null = null) =>
  mailParts({ subject: 'A subject', text, unsubscribeToken }, site);
const buttons = (text: string) => parts(text).blocks.filter((block) => 'href' in block);
const at = (path: string) => `https://limelight.test${path}`;

describe('a mail in parts', () => {
  test('has its link as a button, and below it as text', () => {
    const link = at('/auth/reset-password?token=t');
    expect(parts(`Hi Ann,\n\nUse this link:\n\n${link}\n\nIgnore it otherwise.\n`)).toEqual({
      siteName: 'Limelight',
      preheader: 'Use this link:',
      heading: 'A subject',
      blocks: [
        { text: 'Hi Ann,' },
        { text: 'Use this link:' },
        { label: 'Set a new password', href: link },
        { text: link },
        { text: 'Ignore it otherwise.' },
      ],
      footer: ['You get this email because this address was used on Limelight.'],
    });
  });

  test('keeps a paragraph that ends with the link, and has the button after it', () => {
    const link = at('/user/receipts/1');
    expect(parts(`Hi Ann,\n\nReceipt 7: ${link}\n\nLimelight`).blocks).toEqual([
      { text: 'Hi Ann,' },
      { text: `Receipt 7: ${link}` },
      { label: 'View receipt', href: link },
    ]);
  });

  test('says in the footer how to turn it off', () => {
    const stop = `Stop these emails: ${at('/unsubscribe?token=a.payout.s')}`;
    const { blocks, footer } = parts(`Hi Ann,\n\nYou were paid.\n\nLimelight\n\n${stop}`, 'a.payout.s');
    expect(blocks).toEqual([{ text: 'Hi Ann,' }, { text: 'You were paid.' }]);
    expect(footer).toEqual(['You get this email because of your notification settings on Limelight.', stop]);
  });

  test.each([
    ['/auth/verify-email?token=t', 'Confirm email address'],
    ['/auth/email-change?token=t', 'Review the change'],
    ['/auth/email-change?undo=login&token=t', 'This wasn’t me'],
    ['/auth/forgot-password', 'Set a new password'],
    ['/auth/login', 'Log in'],
    ['/user/orders/1', 'View on Limelight'],
  ])('the button of %s says “%s”', (path, label) => {
    expect(buttons(`Hi Ann,\n\nLook: ${at(path)}`)).toEqual([{ label, href: at(path) }]);
  });

  test('of several links, the first is the button, and in a list the last', () => {
    const [one, two, all] = [at('/posts/1'), at('/posts/2'), at('/notifications')];
    expect(buttons(`Hi Ann,\n\nA\n${one}\n\nB\n${two}`)).toMatchObject([{ href: one }]);
    expect(buttons(`Hi Ann,\n\nA\n${one}\n\nB\n${two}\n\nSee all notifications: ${all}`)).toEqual([
      { label: 'See all notifications', href: all },
    ]);
  });

  test.each([
    ['of another site', 'Hi Ann,\n\nhttps://elsewhere.test/auth/login'],
    ['of a site whose name begins like ours', 'Hi Ann,\n\nhttps://limelight.test.evil.example/auth/login'],
    ['inside somebody’s words', `Hi Ann,\n\nBo wrote “${at('/auth/login')}” to you.`],
    ['in a quote', `Hi Ann,\n\nOn 2026-01-01 you wrote:\n> ${at('/auth/login')}`],
    [
      'that a stranger wrote through the contact form',
      `From: Bo <bo@x.test>\n\nLook: ${at('/auth/login')}\n`,
    ],
  ])('a link %s is no button', (_, text) => {
    expect(buttons(text)).toEqual([]);
  });

  test('the preheader has no addresses and one line, however long the first paragraph is', () => {
    const { preheader } = parts(`Hi Ann,\n\n${'word '.repeat(100)}\n${at('/auth/login')}`);
    expect(preheader).toHaveLength(140);
    expect(preheader.endsWith('…')).toBe(true);
    expect(parts(`Hi Ann,\n\nOne\ntwo: ${at('/auth/login')}`).preheader).toBe('One two:');
  });
});
