import { AvailableEarnings } from './available-earnings.tsx';
import { CreatorSections } from './creator-rail.tsx';
import type { RailProps } from './phone-bars.tsx';
import { Rail } from './rail.tsx';

const studio = { Sections: CreatorSections, Earnings: AvailableEarnings };

/** A creator's rail in one piece, so that no part of it comes later than the rest; on the server a fan's, too. */
export const WholeRail = (props: RailProps) => (
  <Rail {...props} {...(props.user.isPerformer && { studio })} />
);
