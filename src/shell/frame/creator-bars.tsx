import CirclePlus from 'lucide-react/icons/circle-plus';
import { getCreatorCounts } from '#services/money/earnings.ts';
import { useRead } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { createItems } from './create-items.tsx';
import styles from './frame.module.css';
import { Count } from './phone-bars.tsx';

export { AvailableEarnings } from './available-earnings.tsx';

/**
 * On the button of a phone's menu, how many things wait behind it. Messages have their own tab: with `unread`, it
 * counts those and the requests.
 */
export function WaitingBadge({ unread }: { unread?: number }) {
  const { data } = useRead(getCreatorCounts);
  if (unread !== undefined) return <Count count={unread + (data?.messageRequests ?? 0)} counted="waiting" />;
  if (!data) return null;
  const { orders, comments, coCreations, privateStreams } = data;
  return <Count count={orders + comments + coCreations + privateStreams} counted="waiting" />;
}

/** The tab in the middle of a creator's phone. */
export const CreateTab = () => (
  <Menu
    label="Create"
    items={createItems(useAppSelector(selectSettings))}
    trigger={(props) => (
      <button type="button" className={styles.tab} {...props}>
        <CirclePlus size={22} />
        Create
      </button>
    )}
  />
);
