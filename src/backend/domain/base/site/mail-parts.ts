import { routes } from '#config/routes.ts';
import type { MailBlock, MailParts } from '../../../ports/ports.ts';

interface Site {
  readonly siteName: string;
  readonly publicUrl: string;
}
interface Written {
  readonly subject: string;
  readonly text: string;
  readonly unsubscribeToken: string | null;
}

/** Addresses in a text, without the punctuation after them. */
export const addresses = /https?:\/\/[^\s<]+[^\s<.,;:)]/g;
const longestPreheader = 140;

/** What the button of a page says, by how its address begins. */
const labels: readonly (readonly [string, string])[] = [
  [routes.resetPassword, 'Set a new password'],
  [routes.forgotPassword, 'Set a new password'],
  [routes.verifyEmail, 'Confirm email address'],
  [`${routes.emailChange}?undo=login`, 'This wasn’t me'],
  [routes.emailChange, 'Review the change'],
  [routes.receipt(''), 'View receipt'],
  [routes.login, 'Log in'],
  [routes.notifications, 'See all notifications'],
];

/** The site's own addresses at the end of a line, where our texts have them. Quoted lines are other people's. */
function linksIn(paragraph: string, { publicUrl }: Site): string[] {
  const own = paragraph
    .split('\n')
    .filter((line) => !line.startsWith('>'))
    .map((line) => line.match(addresses)?.findLast((address) => line.endsWith(address)));
  return own.filter((address) => address?.startsWith(`${publicUrl}/`)) as string[];
}

function findButton(paragraphs: readonly string[], site: Site) {
  const links = paragraphs.flatMap((paragraph) => linksIn(paragraph, site));
  // A list ends with the link to all of it.
  const href = links.length > 2 ? links.at(-1) : links[0];
  if (href === undefined) return null;
  const path = href.slice(site.publicUrl.length);
  const label = labels.find(([start]) => path.startsWith(start))?.[1] ?? `View on ${site.siteName}`;
  return { href, label };
}

function shorten(text: string): string {
  const line = text.replaceAll(addresses, '').replaceAll(/\s+/g, ' ').trim();
  return line.length > longestPreheader ? `${line.slice(0, longestPreheader - 1).trimEnd()}…` : line;
}

/** The parts of a mail as it is kept in the outbox: its plain text says the same. */
export function mailParts({ subject, text, unsubscribeToken }: Written, site: Site): MailParts {
  const { siteName } = site;
  const written = text.trim().split(/\n{2,}/);
  const isStop = (paragraph: string) =>
    unsubscribeToken !== null && paragraph.endsWith(`${routes.unsubscribe}?token=${unsubscribeToken}`);
  // The site's name, under which we sign, stands above everything here.
  const paragraphs = written.filter((paragraph) => paragraph !== siteName && !isStop(paragraph));
  // What a stranger wrote through the contact form gets no button.
  const isOurs = text.startsWith('Hi ') || paragraphs.length < written.length;
  const button = isOurs ? findButton(paragraphs, site) : null;
  const at = button
    ? paragraphs.findIndex((paragraph) => linksIn(paragraph, site).includes(button.href))
    : -1;
  const blocks = paragraphs.flatMap((paragraph, index): MailBlock[] => {
    if (index !== at || !button) return [{ text: paragraph }];
    // Beside a link that stands alone, the link is what to copy where the button does nothing.
    return paragraph === button.href ? [button, { text: paragraph }] : [{ text: paragraph }, button];
  });
  const why =
    unsubscribeToken === null
      ? `You get this email because this address was used on ${siteName}.`
      : `You get this email because of your notification settings on ${siteName}.`;
  return {
    siteName,
    preheader: shorten(paragraphs.find((paragraph) => !/^Hi .*,$/.test(paragraph)) ?? subject),
    heading: subject,
    blocks,
    footer: [why, ...written.filter(isStop)],
  };
}
