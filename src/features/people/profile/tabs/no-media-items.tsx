import type { ReactNode } from 'react';
import { EmptyState } from '#ui/feedback/states.tsx';

export interface NoMediaItemsProps {
  readonly what: 'galleries' | 'photos' | 'products' | 'series' | 'videos';
  readonly icon: ReactNode;
  /** The list is filtered by a search term. */
  readonly searched: boolean;
  /** The creator's name; null on the viewer's own page. */
  readonly creator: string | null;
  /** How to add some, on the viewer's own page. */
  readonly action: ReactNode;
}

/** Shown in place of an empty list on a profile. */
export const NoMediaItems = ({ what, icon, searched, creator, action }: NoMediaItemsProps) =>
  searched ? (
    <EmptyState
      compact
      level={3}
      icon={icon}
      title={`No ${what} found`}
      text="Check the spelling or try another word."
    />
  ) : (
    <EmptyState
      compact
      level={3}
      icon={icon}
      title={`No ${what} yet`}
      text={creator === null ? `Your ${what} appear here.` : `${creator} hasn’t published any ${what}.`}
      action={creator === null ? action : undefined}
    />
  );
