import { type ComponentType, createContext, use, useEffect, useRef, useState } from 'react';
import { isPhone, useIsPhone } from '#ui/hooks/use-is-phone.ts';
import styles from './frame.module.css';
import type { RailProps } from './phone-bars.tsx';

/** Given by the server only: browsers load the rail after the page. */
export const ServerRailContext = createContext<ComponentType<RailProps> | null>(null);

interface RailPlaceProps extends Omit<RailProps, 'user'> {
  readonly user: RailProps['user'] | null;
  readonly load: (isPerformer: boolean) => Promise<ComponentType<RailProps>>;
}

const controls = (rail: HTMLElement | null) => [...(rail?.querySelectorAll<HTMLElement>('a, button') ?? [])];

/** The rail once its code is there. Focus that was in the server's HTML stays at its line. */
function useRail(user: RailPlaceProps['user'], load: RailPlaceProps['load']) {
  const isPerformer = user?.isPerformer;
  const place = useRef<HTMLElement>(null);
  const focused = useRef(-1);
  const [Rail, setRail] = useState<ComponentType<RailProps> | null>(null);
  useEffect(() => {
    // While hydrating, `user` is what a wide window would have.
    if (isPerformer === undefined || isPhone()) return undefined;
    let isOver = false;
    const take = async () => {
      const loaded = await load(isPerformer);
      if (isOver) return;
      focused.current = controls(place.current).indexOf(document.activeElement as HTMLElement);
      setRail(() => loaded);
    };
    void take();
    return () => void (isOver = true);
  }, [isPerformer, load]);
  useEffect(() => {
    if (Rail && focused.current >= 0) controls(place.current)[focused.current]?.focus();
  }, [Rail]);
  return { place, Rail };
}

/**
 * The place of the rail. The server fills it, so that nothing appears late. Hydration leaves that HTML alone
 * until the rail's code has loaded.
 */
export function RailPlace({ load, ...props }: RailPlaceProps) {
  const { user } = props;
  const InServer = use(ServerRailContext);
  const isShown = !useIsPhone() && user !== null;
  const { place, Rail } = useRail(isShown ? user : null, load);
  const Shown = InServer ?? Rail;
  if (Shown && user && isShown)
    return (
      <header key="rail" ref={place} className={styles.rail}>
        {/* oxlint-disable-next-line react/static-components -- one of two that don't change while shown */}
        <Shown {...props} user={user} />
      </header>
    );
  return (
    <header
      key="place"
      ref={place}
      className={styles.rail}
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- empty; React then keeps the server's children
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  );
}
