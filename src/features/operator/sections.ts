import BadgeCheck from 'lucide-react/icons/badge-check';
import Gauge from 'lucide-react/icons/gauge';
import Landmark from 'lucide-react/icons/landmark';
import Scale from 'lucide-react/icons/scale';
import Search from 'lucide-react/icons/search';
import type { ComponentType } from 'react';
import { deskRoutes } from '#config/desk-routes.ts';
import type { QueueName } from '#contract/operator/desk.ts';

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
  { label: 'Payouts', href: deskRoutes.payouts, icon: Landmark, queue: 'payouts' },
  { label: 'Disputes', href: deskRoutes.disputes, icon: Scale, queue: 'disputes' },
];
