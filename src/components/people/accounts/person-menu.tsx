import Ban from 'lucide-react/icons/ban';
import Flag from 'lucide-react/icons/flag';
import type { PerformerCard } from '#contract/core/schemas.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { loginFirst } from '../auth/login-first.ts';
import { type OpenTask, openTask } from '../../money/wallet/purchase-tasks.ts';
import type { ReportedThing } from '../../content/community/report-dialog.tsx';

/** Opens the report dialog. It takes no account. */
export function openReport(target: ReportedThing): void {
  openTask({ kind: 'report', target });
}

/** The "Report" item for a menu. */
export const reportItem = (target: ReportedThing, more: Partial<MenuItem> = {}): MenuItem => ({
  label: `Report ${target.name}`,
  icon: <Flag />,
  onSelect: () => openReport(target),
  ...more,
});

/** Opens the dialog to block a person. Visitors are sent to log in first. */
export const openBlock = (task: Extract<OpenTask, { kind: 'block' }>): void => {
  if (loginFirst({ why: `block ${task.person.name}`, act: { do: 'open', task } })) openTask(task);
};

/** Menu items to report or block a person. `leaveTo` is where to navigate after blocking them. */
export const againstPerson = (person: Pick<PerformerCard, '_id' | 'name'>, leaveTo: string): MenuItem[] => [
  reportItem({ type: 'account', id: person._id, name: person.name }, { divided: true }),
  {
    label: `Block ${person.name}`,
    icon: <Ban />,
    danger: true,
    onSelect: () => openBlock({ kind: 'block', person: { _id: person._id, name: person.name }, leaveTo }),
  },
];
