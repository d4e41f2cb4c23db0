import ChevronDown from 'lucide-react/icons/chevron-down';
import CirclePlus from 'lucide-react/icons/circle-plus';
import { useEffect, useId, useState } from 'react';
import { routes } from '#config/routes.ts';
import { getCreatorCounts } from '#services/money/earnings.ts';
import { useRead } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { cx } from '#ui/theme/class-names.ts';
import { createItems } from './create-items.tsx';
import styles from './creator-rail.module.css';
import {
  type StudioGroup,
  type StudioLink,
  creatorEnd,
  creatorGroups,
  creatorTop,
  waitingAt,
} from './creator-sections.tsx';
import frameStyles from './frame.module.css';
import { Count, type RailProps } from './phone-bars.tsx';
import { RailLine } from './rail-line.tsx';
import { isCurrent } from './tabs.ts';

const savedKey = 'creatorMenu';
function savedGroup(): string | null {
  try {
    return localStorage.getItem(savedKey);
  } catch {
    return null;
  }
}
function saveGroup(title: string | null): void {
  try {
    localStorage.setItem(savedKey, title ?? '');
  } catch {
    // A browser that keeps nothing opens the group of the page.
  }
}

/** The open group: that of the page, or else the last one on this device. */
function useOpenGroup(here: string | undefined): [string | null, (title: string | null) => void] {
  const [open, setOpen] = useState(() => here ?? savedGroup() ?? 'Content');
  const [seen, setSeen] = useState(here);
  if (here !== seen) {
    setSeen(here);
    if (here !== undefined) setOpen(here);
  }
  useEffect(() => saveGroup(open), [open]);
  return [open || null, (title) => setOpen(title ?? '')];
}

interface GroupProps {
  readonly group: StudioGroup;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly countWaiting: (link: StudioLink) => number;
  /** The URL of the section that the page belongs to. */
  readonly here: string | undefined;
}

function Group({ group: { title, icon: Icon, links }, isOpen, onToggle, countWaiting, here }: GroupProps) {
  const id = useId();
  const isHere = links.some(({ href }) => href === here);
  return (
    <li className={cx(isOpen && styles.open)}>
      <button
        type="button"
        title={title}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className={cx(frameStyles.link, styles.heading, isHere && styles.here)}
        onClick={onToggle}
      >
        <Icon size={20} />
        <span className={cx(frameStyles.word, styles.title)}>{title}</span>
        {isOpen ? null : (
          <Count count={links.reduce((sum, link) => sum + countWaiting(link), 0)} counted="waiting" />
        )}
        <ChevronDown size={16} aria-hidden="true" className={styles.chevron} />
      </button>
      {isOpen ? (
        <ul id={id} aria-label={title} className={styles.links}>
          {links.map((link) => (
            <RailLine
              key={link.href}
              link={link}
              current={link.href === here}
              count={countWaiting(link)}
              counted="waiting"
            />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

const CreateButton = () => (
  <Menu
    label="Create"
    items={createItems(useAppSelector(selectSettings))}
    trigger={(props) => (
      <button type="button" title="Create" className={cx(frameStyles.link, styles.create)} {...props}>
        <CirclePlus size={20} />
        <span className={frameStyles.word}>Create</span>
      </button>
    )}
  />
);

/** A creator's part of the left rail: what to make, what is always there, and the groups, one of them open. */
export function CreatorSections({ path, unread }: Pick<RailProps, 'path' | 'unread'>) {
  const { data: waiting } = useRead(getCreatorCounts);
  const [top, groups, end] = [creatorTop(), creatorGroups(), creatorEnd()];
  const all = [...top, ...groups.flatMap(({ links }) => links), ...end];
  // A creator's settings are at both addresses.
  const section = path.replace(routes.userAccount, routes.creatorAccount);
  const here = all.find(({ href }) => isCurrent(href, section, all))?.href;
  const [open, setOpen] = useOpenGroup(
    groups.find(({ links }) => links.some(({ href }) => href === here))?.title,
  );
  const countWaiting = (link: StudioLink) => waitingAt(link, unread, waiting);
  // Only the device knows what else was open last.
  if (here === undefined && typeof window === 'undefined') return null;
  return (
    <div className={styles.sections}>
      <CreateButton />
      <ul>
        {top.map((link) => (
          <RailLine
            key={link.href}
            link={link}
            current={link.href === here}
            count={countWaiting(link)}
            counted={link.waits && waiting?.[link.waits] ? 'waiting' : undefined}
          />
        ))}
      </ul>
      <ul>
        {groups.map((group) => (
          <Group
            key={group.title}
            group={group}
            isOpen={group.title === open}
            onToggle={() => setOpen(group.title === open ? null : group.title)}
            countWaiting={countWaiting}
            here={here}
          />
        ))}
      </ul>
      <ul>
        {end.map((link) => (
          <RailLine key={link.href} link={link} current={link.href === here} count={0} />
        ))}
      </ul>
    </div>
  );
}
