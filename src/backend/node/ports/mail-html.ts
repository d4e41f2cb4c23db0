import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { type CSSProperties, type ReactNode, createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { addresses } from '../../domain/base/site/mail-parts.ts';
import type { MailBlock, MailParts } from '../../ports/ports.ts';

/* Only this file knows how a mail looks. It loads with the first mail that is sent, and nothing in a mail is loaded. */

const fonts = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** Long words and addresses break, or a phone would show the whole mail smaller. */
const breaking: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' };
const text: CSSProperties = { ...breaking, margin: '0 0 16px', fontSize: '16px', lineHeight: '24px' };
const small: CSSProperties = { ...text, margin: '0 0 8px', fontSize: '13px', lineHeight: '20px' };

/** The same colors as classes, because a mail program's dark mode can't change what stands in `style`. */
const styles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #101014 !important; }
  .card { background-color: #1d1d22 !important; border-color: #34343c !important; }
  .ink, .ink a { color: #f2f2f5 !important; }
  .faint, .faint a { color: #a9a9b5 !important; }
  .line { border-color: #34343c !important; }
  .button { background-color: #f2f2f5 !important; color: #101014 !important; }
}
@media (max-width: 480px) { .card { padding: 24px 20px !important; } }
`;

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u;

/** As `dir="auto"`, which not every mail program knows: the first letter decides, names that are isolated don't. */
function direction(line: string): 'rtl' | 'ltr' {
  const rest = line.replaceAll(/\u2068[^\u2069]*\u2069/g, '').replaceAll(addresses, '');
  const first = /\p{L}/u.exec(rest)?.[0] ?? /\p{L}/u.exec(line)?.[0] ?? '';
  return rightToLeft.test(first) ? 'rtl' : 'ltr';
}
const directed = (line: string) => {
  const dir = direction(line);
  return { dir, style: { textAlign: dir === 'rtl' ? 'right' : 'left' } as CSSProperties };
};

/** A text with its addresses as links, and its line breaks. */
function linked(written: string): ReactNode[] {
  const link = (href: string, key: string) =>
    h(Link, { key, href, style: { ...breaking, color: 'inherit', textDecoration: 'underline' } }, href);
  return written.split('\n').flatMap((line, row) => {
    const found = [...line.matchAll(addresses)];
    const parts = found.flatMap((match, at) => {
      const before = found[at - 1];
      const from = before ? before.index + before[0].length : 0;
      return [line.slice(from, match.index), link(match[0], `${row}.${at}`)];
    });
    const last = found.at(-1);
    return [
      ...(row === 0 ? [] : [h('br', { key: `${row}` })]),
      ...parts,
      line.slice(last ? last.index + last[0].length : 0),
    ];
  });
}

function paragraph(
  written: string,
  key: number,
  { className, style }: { className: string; style: CSSProperties },
) {
  const { dir, style: align } = directed(written);
  return h(Text, { key, dir, className, style: { ...style, ...align } }, ...linked(written));
}

const buttonStyle: CSSProperties = {
  ...breaking,
  maxWidth: '100%',
  boxSizing: 'border-box',
  padding: '12px 24px',
  borderRadius: '8px',
  backgroundColor: '#17171c',
  color: '#ffffff',
  fontSize: '16px',
  fontWeight: 600,
  lineHeight: '24px',
  textDecoration: 'none',
};

function block(each: MailBlock, key: number) {
  if ('text' in each)
    return paragraph(each.text, key, { className: 'ink', style: { ...text, color: '#17171c' } });
  const { href, label } = each;
  return h(
    Section,
    { key, style: { margin: '0 0 16px' } },
    h(Button, { href, className: 'button', style: buttonStyle }, label),
  );
}

const head = (title: string) =>
  h(
    Head,
    null,
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
    h('title', null, title),
    h('style', { dangerouslySetInnerHTML: { __html: styles } }),
  );

const cardStyle: CSSProperties = {
  padding: '32px',
  border: '1px solid #e2e2e8',
  borderRadius: '12px',
  backgroundColor: '#ffffff',
  tableLayout: 'fixed',
};
const headingStyle: CSSProperties = {
  ...breaking,
  margin: '0 0 16px',
  color: '#17171c',
  fontSize: '22px',
  lineHeight: '28px',
};
const nameStyle: CSSProperties = { ...text, margin: '0 0 24px', color: '#17171c', fontWeight: 700 };

function card({ siteName, heading, blocks, footer }: MailParts) {
  const { dir, style: align } = directed(heading);
  return h(
    Section,
    { className: 'card', style: cardStyle },
    paragraph(siteName, -1, { className: 'ink', style: nameStyle }),
    h(Heading, { as: 'h1', dir, className: 'ink', style: { ...headingStyle, ...align } }, heading),
    ...blocks.map(block),
    h(Hr, { className: 'line', style: { margin: '24px 0 16px', borderColor: '#e2e2e8' } }),
    ...footer.map((line, key) =>
      paragraph(line, key, { className: 'faint', style: { ...small, color: '#5f5f6b' } }),
    ),
  );
}

const bodyStyle: CSSProperties = {
  margin: 0,
  padding: '24px 12px',
  backgroundColor: '#f3f3f6',
  fontFamily: fonts,
};
const page = (parts: MailParts) =>
  h(
    Html,
    { lang: 'en', dir: 'ltr' },
    head(parts.heading),
    h(
      Body,
      { className: 'page', style: bodyStyle },
      h(Preview, null, parts.preheader),
      h(Container, { style: { maxWidth: '560px', width: '100%' } }, card(parts)),
    ),
  );

/** A mail as HTML. */
export const mailHtml = (parts: MailParts): string => `<!doctype html>${renderToStaticMarkup(page(parts))}`;
