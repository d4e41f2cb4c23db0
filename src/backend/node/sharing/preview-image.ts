import { ImageResponse } from 'next/og.js';
import type { ReactElement } from 'react';
import sharp from 'sharp';
import { noAvatar } from '#lib/thumbnail.ts';
import { shownFrame } from '../media/animation.ts';
import type { SiteApi, SharedItem } from './shared-item.ts';
import type { Peer } from '../../kernel/context.ts';

/** What Facebook, X, WhatsApp and others show large. */
export const previewSize = { width: 1200, height: 630 };
const avatarSize = 132;
/** The site's light colours, because a preview can't know the reader's theme. */
const [paper, ink, muted, soft] = ['#fafaf7', '#16181d', '#5b616e', '#ecfccb'];

type Style = Readonly<Record<string, string | number>>;
const box = (style: Style, ...children: readonly (ReactElement | string)[]): ReactElement =>
  ({ type: 'div', key: null, props: { style: { display: 'flex', ...style }, children } }) as ReactElement;

/**
 * Without the characters that the font lacks: for those, the drawing library would ask another server for a
 * font.
 */
export const drawable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[^\u0020-\u007e\u00a0-\u017f\u2013\u2014\u2018\u2019\u201c\u201d\u2026]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The words of a preview: title, and who it is by. */
export function previewWords({ kind, title, creator }: SharedItem, siteName: string): [string, string] {
  const [name, handle] = [drawable(creator.name), `@${creator.username}`];
  const by = kind === 'profile' ? handle : [name, handle].filter(Boolean).join(' · ');
  return [drawable(title) || name || handle, [by, drawable(siteName)].filter(Boolean).join(' · ')];
}

/** Reads a picture of this site, as the visitor may. Null when it can't be had: the preview does without. */
async function readPicture({ api, publicUrl }: SiteApi, url: string, peer: Peer): Promise<Buffer | null> {
  const address = new URL(url, publicUrl);
  if (!address.pathname.startsWith('/media/')) return null;
  const reply = await api.fetch(new Request(new URL(address.pathname + address.search, publicUrl)), peer);
  return reply.ok ? Buffer.from(await reply.arrayBuffer()) : null;
}

async function loadAvatar(site: SiteApi, url: string, peer: Peer): Promise<string | null> {
  const bytes = url === noAvatar ? null : await readPicture(site, url, peer);
  if (!bytes) return null;
  const png = await sharp(bytes).resize(avatarSize, avatarSize, { fit: 'cover' }).png().toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

interface Words {
  readonly words: readonly [string, string];
  readonly avatar: string | null;
  /** Where there is no avatar. */
  readonly initial: string;
  /** Whether the words share the preview with a picture, or have it to themselves. */
  readonly isBeside: boolean;
}

async function drawWords({ words: [title, by], avatar, initial, isBeside }: Words): Promise<Buffer> {
  const round = { width: avatarSize, height: avatarSize, borderRadius: avatarSize };
  const face = avatar
    ? ({ type: 'img', key: null, props: { src: avatar, style: round } } as unknown as ReactElement)
    : box(
        { ...round, alignItems: 'center', justifyContent: 'center', background: soft, fontSize: 64 },
        initial,
      );
  const drawing = box(
    { width: '100%', height: '100%', alignItems: 'flex-end' },
    box(
      {
        width: '100%',
        ...(isBeside ? {} : { height: '100%' }),
        alignItems: 'center',
        gap: 36,
        padding: isBeside ? '36px 48px' : '48px 72px',
        background: paper,
        color: ink,
      },
      face,
      box(
        { flexDirection: 'column', flex: 1, gap: 12 },
        box({ fontSize: title.length > 40 ? 46 : 58, lineHeight: 1.15 }, title),
        box({ fontSize: 32, color: muted }, by),
      ),
    ),
  );
  return Buffer.from(await new ImageResponse(drawing, previewSize).arrayBuffer());
}

const drawableInitial = ({ name, username }: SharedItem['creator']): string =>
  (Array.from(drawable(name) || username)[0] ?? '').toUpperCase();

/** Draws the picture that a shared link shows: its own, with title, creator and site. Returns a JPEG. */
export async function drawPreview(
  site: SiteApi,
  { item, siteName, peer }: { item: SharedItem; siteName: string; peer: Peer },
): Promise<Buffer> {
  const [picture, avatar] = await Promise.all([
    item.picture ? readPicture(site, item.picture, peer) : null,
    loadAvatar(site, item.creator.avatar, peer),
  ]);
  const shown = picture && (await shownFrame(picture, 'webp'));
  const ground = shown
    ? sharp(shown.bytes, { page: shown.page }).resize(previewSize.width, previewSize.height, {
        fit: 'cover',
        position: 'attention',
      })
    : sharp({ create: { ...previewSize, channels: 3, background: soft } });
  const words = await drawWords({
    words: previewWords(item, siteName),
    avatar,
    initial: drawableInitial(item.creator),
    isBeside: picture !== null,
  });
  return ground
    .composite([{ input: words }])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}
