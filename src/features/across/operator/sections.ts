import BadgeCheck from 'lucide-react/icons/badge-check';
import ChartColumn from 'lucide-react/icons/chart-column';
import Cog from 'lucide-react/icons/cog';
import Flag from 'lucide-react/icons/flag';
import Gauge from 'lucide-react/icons/gauge';
import HandCoins from 'lucide-react/icons/hand-coins';
import HeartPulse from 'lucide-react/icons/heart-pulse';
import Landmark from 'lucide-react/icons/landmark';
import Mail from 'lucide-react/icons/mail';
import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark';
import MessageSquareWarning from 'lucide-react/icons/message-square-warning';
import Package from 'lucide-react/icons/package';
import Scale from 'lucide-react/icons/scale';
import ScrollText from 'lucide-react/icons/scroll-text';
import Search from 'lucide-react/icons/search';
import Webhook from 'lucide-react/icons/webhook';
import WholeWord from 'lucide-react/icons/whole-word';
import type { ComponentType } from 'react';
import { deskRoutes } from '#config/desk-routes.ts';
import type { QueueName } from '#contract/across/operator/desk.ts';

export interface DeskSection {
  readonly label: string;
  readonly href: string;
  readonly icon: ComponentType<{ size?: number | string }>;
  /** The queue it shows; its number appears beside the label, and on the overview. */
  readonly queue?: QueueName;
}

/** The sections of the operator's desk, in the order of its navigation. */
export const deskSections: readonly DeskSection[] = [
  { label: 'Overview', href: deskRoutes.overview, icon: Gauge },
  { label: 'Search', href: deskRoutes.search, icon: Search },
  { label: 'Creators to verify', href: deskRoutes.creators, icon: BadgeCheck, queue: 'creators' },
  { label: 'Reports', href: deskRoutes.cases, icon: Flag, queue: 'reports' },
  { label: 'Held comments', href: deskRoutes.comments, icon: MessageSquareWarning, queue: 'comments' },
  { label: 'Payouts', href: deskRoutes.payouts, icon: Landmark, queue: 'payouts' },
  { label: 'Adjustments', href: deskRoutes.adjustments, icon: HandCoins, queue: 'adjustments' },
  { label: 'Disputes', href: deskRoutes.disputes, icon: Scale, queue: 'disputes' },
  { label: 'Order problems', href: deskRoutes.orders, icon: Package, queue: 'orders' },
  { label: 'Contact', href: deskRoutes.contact, icon: MessageCircleQuestion, queue: 'contact' },
  { label: 'Filtered words', href: deskRoutes.words, icon: WholeWord },
  { label: 'Failed jobs', href: deskRoutes.jobs, icon: Cog, queue: 'jobs' },
  { label: 'Payment events', href: deskRoutes.events, icon: Webhook, queue: 'events' },
  { label: 'Emails', href: deskRoutes.mails, icon: Mail },
  { label: 'Audit log', href: deskRoutes.audit, icon: ScrollText },
  { label: 'Health', href: deskRoutes.health, icon: HeartPulse },
  { label: 'Figures', href: deskRoutes.figures, icon: ChartColumn },
];
