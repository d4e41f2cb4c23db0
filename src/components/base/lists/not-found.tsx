import type { ReactNode } from 'react';
import { routes } from '#config/routes.ts';
import { ButtonLink } from '#ui/content/button-link.tsx';
import { EmptyState } from '#ui/feedback/states.tsx';
import { PageHead } from '#ui/layout/page-head.tsx';
import { OrPlaceQuestion } from './or-place-question.tsx';

export interface NotFoundProps {
  readonly icon?: ReactNode;
  /** Title of the page and the document, such as "Gallery not found". */
  readonly title: string;
  readonly text: string;
  /** Where to go instead; defaults to the creator search. */
  readonly action?: ReactNode;
}

/** A full page for something that doesn't exist or isn't available to this person. */
export const NotFound = ({ icon, title, text, action }: NotFoundProps) => (
  <OrPlaceQuestion>
    <PageHead title={title} unlisted />
    <EmptyState
      level={1}
      icon={icon}
      title={title}
      text={text}
      action={
        action ?? (
          <ButtonLink variant="primary" href={routes.search}>
            Find creators
          </ButtonLink>
        )
      }
    />
  </OrPlaceQuestion>
);
