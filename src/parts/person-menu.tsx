import Ban from 'lucide-react/icons/ban';
import Flag from 'lucide-react/icons/flag';
import type { PerformerCard } from '#contract/common';
import type { MenuItem } from '#ui/menu';
import { loginFirst } from './login-first.tsx';
import { openTask } from './open-dialog.tsx';
import type { ReportedThing } from './report-dialog.tsx';

/** Opens the report of something, for whoever is logged in. */
export function openReport(target: ReportedThing): void {
  if (loginFirst()) openTask({ kind: 'report', target });
}

/** The line of any menu that reports a thing. */
export const reportItem = (target: ReportedThing, more: Partial<MenuItem> = {}): MenuItem => ({
  label: `Report ${target.name}`,
  icon: <Flag />,
  onSelect: () => openReport(target),
  ...more,
});

/** What one can do against a person: lines of a menu. `leaveTo`: where to go on once they are gone. */
export const againstPerson = (person: Pick<PerformerCard, '_id' | 'name'>, leaveTo: string): MenuItem[] => [
  reportItem({ type: 'account', id: person._id, name: person.name }, { divided: true }),
  {
    label: `Block ${person.name}`,
    icon: <Ban />,
    danger: true,
    onSelect: () => void (loginFirst() && openTask({ kind: 'block', person, leaveTo })),
  },
];
