import { Avatar } from '#ui/content/avatar.tsx';
import { ChipLink } from '#ui/content/chip-link.tsx';
import { Chip, ChipButton, ChipRow, type ChipTone } from '#ui/content/chip.tsx';
import { FigureLink, PlainFigure } from '#ui/content/figure-link.tsx';
import { Link } from '#ui/content/link.tsx';
import { Money, Tokens } from '#ui/content/money.tsx';
import { Picture } from '#ui/content/picture.tsx';
import { QrCode } from '#ui/content/qr-code.tsx';
import { RelativeTime } from '#ui/content/relative-time.tsx';
import { Sum, SummaryList } from '#ui/content/summary-list.tsx';
import { Timeline } from '#ui/content/timeline.tsx';
import { VerifiedMark } from '#ui/content/verified-mark.tsx';
import { VisuallyHidden } from '#ui/content/visually-hidden.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';

export const Avatars = () => (
  <Row>
    <Avatar name="Lena" src="/lena.jpg" size={24} />
    <Avatar name="Lena" src="/lena.jpg" />
    <Avatar name="Lena, online" src="/lena.jpg" size={48} online />
    <Avatar name="Lena" src="/lena.jpg" size={64} live />
    <Avatar name="Lena" src="/lena.jpg" size={96} ring />
    <Avatar name="Without a picture" size={64} />
  </Row>
);
const tones: readonly ChipTone[] = ['neutral', 'primary', 'success', 'danger', 'warning', 'live'];
export const Chips = () => (
  <Row>
    {tones.map((tone) => (
      <Chip key={tone} tone={tone}>
        {tone}
      </Chip>
    ))}
    <ChipLink href="/tags/ceramics">#ceramics</ChipLink>
  </Row>
);
const filters = ['All', 'Photos', 'Videos', 'Audio', 'Polls', 'Text', 'Series', 'Scheduled'];
export const ChipFilters = () => (
  <ChipRow label="Type">
    {filters.map((name, at) => (
      <ChipButton key={name} pressed={at === 1}>
        {name}
      </ChipButton>
    ))}
  </ChipRow>
);
export const Figures = () => (
  <Row gap={24}>
    <FigureLink href="/user/followers" label="Followers">
      1,204 followers
    </FigureLink>
    <PlainFigure>12 posts</PlainFigure>
  </Row>
);
export const Amounts = () => (
  <Stack gap={8}>
    <Money cents={-150} />
    <Tokens tokens={120} />
    <SummaryList>
      <Sum label="3 months">
        <Money cents={2_697} />
      </Sum>
      <Sum label="Coupon TEN">
        <Money cents={-270} />
      </Sum>
      <Sum label="Total" isTotal>
        <Money cents={2_427} />
      </Sum>
    </SummaryList>
  </Stack>
);
export const Pictures = () => (
  <Stack>
    <Picture alt="A vase" sources={[{ url: '/media/vase.webp', width: 640, height: 360 }]} />
    <Picture alt="" ratio={3} sources={[]} placeholder="3OcRJYB4d3h/iIeHeEh3eIhw+j2w" />
    <Picture
      alt="A vase"
      ratio={2}
      blurred
      sources={[{ url: '/media/vase.webp', width: 640, height: 360 }]}
    />
  </Stack>
);
export const Times = () => (
  <p>
    Posted <RelativeTime iso="2026-11-20T09:52:00.000Z" />, edited{' '}
    <RelativeTime iso="2026-11-20T09:58:00.000Z" inSentence />
  </p>
);
export const History = () => (
  <Timeline
    events={[
      { what: 'Paid', at: '2026-11-18T10:00:00.000Z', note: '' },
      {
        what: 'Marked as shipped',
        at: '2026-11-20T08:00:00.000Z',
        note: 'In two parcels, the second tomorrow.',
      },
    ]}
  />
);
export const Names = () => (
  <p>
    <Link href="/lena">Lena Ortiz</Link> <VerifiedMark />
    <VisuallyHidden>Hidden from sight</VisuallyHidden>
  </p>
);
export const Codes = () => <QrCode text="https://example.com/lena" label="QR code for Lena’s page" />;
