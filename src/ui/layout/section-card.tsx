import { Card } from './card.tsx';
import { Section, type SectionProps } from './page-header.tsx';

/** A titled part of a page, as a card. */
export const SectionCard = (props: SectionProps) => (
  <Card>
    <Section {...props} />
  </Card>
);
