import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';
import { mailParts } from '#backend/domain/base/site/mail-parts.ts';
import { mailHtml } from '#backend/node/ports/mail-html.ts';

const site = { siteName: 'Lime & <Light>', publicUrl: 'https://limelight.test' };
const draw = (subject: string, text: string, unsubscribeToken: string | null = null) => {
  const html = mailHtml(mailParts({ subject, text, unsubscribeToken }, site));
  return { html, document: new JSDOM(html, {}).window.document };
};
const link = 'https://limelight.test/auth/reset-password?token=a&from=%2Fhome';
const hostile = 'Ann "<img src=x onerror=alert(1)>" & Bo';

describe('a mail as HTML', () => {
  test('has a preheader, the site’s name, a heading, paragraphs, one button and a footer', () => {
    const { document } = draw('Reset your password', `Hi Ann,\n\nUse this link.\n\n${link}\n\nOr don’t.\n`);
    expect(document.body.textContent).toMatch(/^Use this link\./);
    expect(document.querySelector('.card')?.textContent).toMatch(/^Lime & <Light>/);
    expect([...document.querySelectorAll('h1')].map((each) => each.textContent)).toEqual([
      'Reset your password',
    ]);
    const buttons = [...document.querySelectorAll<HTMLAnchorElement>('a.button')];
    expect(buttons.map((each) => [each.textContent?.trim(), each.href])).toEqual([
      ['Set a new password', link],
    ]);
    expect([...document.querySelectorAll('p.ink a')].map((each) => each.textContent)).toEqual([link]);
    expect(document.querySelector('p.faint')?.textContent).toContain('You get this email because');
  });

  test('loads nothing and runs nothing', () => {
    const { document } = draw('A subject', `Hi Ann,\n\n${link}`);
    expect(document.querySelectorAll('script, img, link, iframe, object, form')).toHaveLength(0);
    expect(document.querySelector('style')?.textContent).not.toMatch(/url\(|@import/);
  });

  test('what people wrote stays text', () => {
    const { document, html } = draw(
      hostile,
      `Hi ${hostile},\n\n${hostile}\nhttps://x.test/"onclick="a\n\nLook.`,
    );
    expect(document.querySelectorAll('img, [onerror], [onclick]')).toHaveLength(0);
    expect(document.querySelector('h1')?.textContent).toBe(hostile);
    expect(document.querySelector('title')?.textContent).toBe(hostile);
    expect(document.querySelector('h1 ~ p.ink:nth-of-type(3)')?.textContent).toContain(hostile);
    expect(html).not.toContain('<img');
  });

  test('follows dark, light and the width of a phone', () => {
    const { document } = draw('A subject', `Hi Ann,\n\n${link}`);
    const meta = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content');
    expect(meta('color-scheme')).toBe('light dark');
    expect(meta('viewport')).toContain('width=device-width');
    const styles = document.querySelector('style')!.textContent;
    for (const name of ['page', 'card', 'ink', 'faint', 'button', 'line']) {
      expect(document.querySelector(`.${name}`), name).not.toBeNull();
      expect(styles.split('prefers-color-scheme: dark')[1], name).toContain(`.${name}`);
    }
  });

  test('every background outside the card turns dark', () => {
    const { document } = draw('A subject', 'Hi Ann,\n\nHello.');
    const colored = [...document.querySelectorAll<HTMLElement>('[style*="background-color"]')];
    const covered = '.page, .page > table > tbody > tr > td, .card, .button';
    expect(colored.filter((each) => !each.matches(covered)).map((each) => each.tagName)).toEqual([]);
    expect(document.querySelector('style')!.textContent).toContain(
      '.page, .page > table > tbody > tr > td {',
    );
  });

  test('turns paragraphs that begin in Arabic or Hebrew, not those that only name somebody so', () => {
    const { document } = draw(
      'عنوان',
      'Hi \u2068عمر\u2069,\n\nمرحبا بك\n\n\u2068עומר\u2069 liked your post.',
    );
    const directions = [...document.querySelectorAll<HTMLElement>('h1, h1 ~ p.ink')].map((each) => each.dir);
    expect(directions).toEqual(['rtl', 'ltr', 'rtl', 'ltr']);
  });

  test('breaks long words and addresses', () => {
    const { document } = draw('A subject', `Hi Ann,\n\n${'x'.repeat(300)}\n\n${link}${'y'.repeat(600)}`);
    for (const each of document.querySelectorAll<HTMLElement>('p.ink, h1, p a, a.button'))
      expect(each.getAttribute('style'), each.outerHTML).toContain('overflow-wrap:anywhere');
  });

  test('says the same as its text', () => {
    const text = `Hi Ann,\n\nYou were paid.\nTwice.\n\n${link}\n\nStop these emails: https://limelight.test/unsubscribe?token=t`;
    const { document } = draw('Paid', text, 't');
    const shown = document.body.textContent;
    for (const line of text.split('\n')) expect(shown).toContain(line);
  });
});
